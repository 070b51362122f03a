import FeedCore
import Models
