import CCurl
import Glibc
import Models

extension CurlTransfer {
  /// Sets the transfer as the target of libcurl's callbacks. It is not retained, so it must outlive
  /// the handle.
  func listen() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    _ = flick_easy_set_taker(easy, CURLOPT_HEADERFUNCTION, headArrived)
    set(CURLOPT_HEADERDATA, context)
    _ = flick_easy_set_taker(easy, CURLOPT_WRITEFUNCTION, bodyArrived)
    set(CURLOPT_WRITEDATA, context)
    _ = flick_easy_set_opener(easy, openSocket)
    set(CURLOPT_OPENSOCKETDATA, context)
    _ = flick_easy_set_prerequest(easy, beforeRequest)
    set(CURLOPT_PREREQDATA, context)
  }
}

// File-scope functions: closures formed in a main-actor context would trap on the web thread.

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func headArrived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context)?.takeHead(line) == true ? line.count : 0
}

private func bodyArrived(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  transfer(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context),
    transfer.mayConnect(to: NetworkNumber(address))
  else { return curl_socket_t(CURL_SOCKET_BAD) }
  return socket(
    address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue),
    address.pointee.protocol)
}

private func beforeRequest(
  _ context: UnsafeMutableRawPointer?, _ peer: UnsafeMutablePointer<CChar>?,
  _ own: UnsafeMutablePointer<CChar>?, _ peerPort: Int32, _ ownPort: Int32
) -> Int32 {
  let number = peer.flatMap { NetworkNumber(host: String(cString: $0)) }
  return transfer(context)?.mayAsk(number) == true
    ? Int32(CURL_PREREQFUNC_OK) : Int32(CURL_PREREQFUNC_ABORT)
}

extension NetworkNumber {
  /// The IP address that libcurl is about to connect to.
  fileprivate init?(_ address: UnsafeMutablePointer<curl_sockaddr>) {
    let start = UnsafeRawPointer(address).advanced(
      by: MemoryLayout<curl_sockaddr>.offset(of: \.addr) ?? 0)
    switch address.pointee.family {
    case AF_INET:
      let address = start.loadUnaligned(as: sockaddr_in.self)
      self.init(bytes: withUnsafeBytes(of: address.sin_addr) { Array($0) })
    case AF_INET6:
      // Longer than the `sockaddr` that libcurl declares.
      let address = start.loadUnaligned(as: sockaddr_in6.self)
      self.init(bytes: withUnsafeBytes(of: address.sin6_addr) { Array($0) })
    default: return nil
    }
  }
}
