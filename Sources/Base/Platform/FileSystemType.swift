import CPlatform

/// The types of file systems, as statfs(2) numbers them.
package enum FileSystemType {
  /// Whether a path is on a file system whose files other machines may change, or that passes its
  /// calls on to a program: there, memory is not shared, and locks may be missing.
  ///
  /// - Parameter path: An existing path.
  package static func isRemote(_ path: UnsafePointer<CChar>) -> Bool {
    remote.contains(flick_file_system_type(path))
  }

  private static let remote: Set<UInt32> = [
    0x6969,  // NFS
    0x517B, 0xFF53_4D42, 0xFE53_4D42,  // SMB
    0x6573_5546,  // FUSE: sshfs and others
    0x0102_1997,  // 9P
    0x00C3_6400,  // Ceph
    0x5346_414F, 0x6B41_4653,  // AFS
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x0116_1970, 0x7461_636F,  // GFS2, OCFS2
    0x7375_7245,  // Coda
    0x786F_4256,  // VirtualBox's shared folders
  ]
}
