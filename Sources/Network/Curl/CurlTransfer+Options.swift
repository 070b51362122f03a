import CCurl

// The options that libcurl is given, and what it reports about the response.
extension CurlTransfer {
  func setOptions(_ url: WebURL) {
    curl_easy_reset(easy)
    set(CURLOPT_CURLU, UnsafeMutableRawPointer(url.handle))
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_PROXY, proxy ?? "")
    set(CURLOPT_NOPROXY, "")
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_NOSIGNAL, 1)
    // Don't wait at the end for a resolver that does not respond.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_MAXAGE_CONN, configuration.idleTime)
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.stallLimit * 1e3))
    set(CURLOPT_BUFFERSIZE, 65_536)
    set(CURLOPT_FRESH_CONNECT, needsOwnConnection ? 1 : 0)
    set(CURLOPT_USERAGENT, configuration.userAgent)
    if let share { set(CURLOPT_SHARE, share) }
    if let authorities = configuration.authorities { set(CURLOPT_CAINFO, authorities) }
    setNumbers(configuration.numbers())
    setFields()
    listen()
  }

  private func setNumbers(_ lines: [String]) {
    curl_slist_free_all(numbers)
    numbers = nil
    for line in lines { numbers = curl_slist_append(numbers, line) }
    if let numbers { set(CURLOPT_RESOLVE, UnsafeMutableRawPointer(numbers)) }
  }

  private func setFields() {
    var lines: [String] = []
    if let types = request.types { lines.append("Accept: \(types)") }
    if request.isCompressible {
      // Every encoding libcurl can decompress.
      set(CURLOPT_ACCEPT_ENCODING, "")
    } else {
      lines.append("Accept-Encoding: identity")
    }
    if let tag = request.validators.tag { lines.append("If-None-Match: \(tag)") }
    if let date = request.validators.date { lines.append("If-Modified-Since: \(date)") }
    curl_slist_free_all(fields)
    fields = nil
    for line in lines { fields = curl_slist_append(fields, line) }
    if let fields { set(CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(fields)) }
    if let part = request.part {
      set(CURLOPT_RANGE, "\(part.first)-\(part.last.map(String.init) ?? "")")
    }
  }

  private func set(_ option: CURLoption, _ value: Int) {
    _ = flick_easy_set_long(easy, option, value)
  }

  private func set(_ option: CURLoption, _ value: String) {
    _ = flick_easy_set_string(easy, option, value)
  }

  func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    _ = flick_easy_set_pointer(easy, option, value)
  }

  var status: Int { information(CURLINFO_RESPONSE_CODE) }

  /// The system's error number; 0 for none.
  var systemError: Int32 { Int32(truncatingIfNeeded: information(CURLINFO_OS_ERRNO)) }

  private func information(_ info: CURLINFO) -> Int {
    var value = 0
    _ = flick_easy_get_long(easy, info, &value)
    return value
  }

  /// Bytes in the body; `nil` if the server does not say.
  var contentLength: Int64? {
    var length: curl_off_t = -1
    _ = flick_easy_get_offset(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length)
    return length < 0 ? nil : Int64(length)
  }

  /// A field of the response; the first, if several share a name.
  func field(_ name: String) -> String? {
    var header: UnsafeMutablePointer<curl_header>?
    guard curl_easy_header(easy, name, 0, UInt32(CURLH_HEADER), -1, &header) == CURLHE_OK,
      let header
    else { return nil }
    return String(cString: header.pointee.value)
  }
}
