/**
 * Settings of our own server. Everything about keeping data (fsync, synchronous_commit, full_page_writes) stays
 * as PostgreSQL ships it: on.
 */
export const serverSettings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  // A socket file would need a path below 108 bytes; the address is enough.
  unix_socket_directories: "",
  max_connections: "200",
  timezone: "UTC",
  log_timezone: "UTC",
  // A backup copies the files and the log written meanwhile.
  wal_level: "replica",
  max_wal_senders: "4",
  max_replication_slots: "4",
  // Connections are few and local; three helper processes for reading would cost more memory than they save time.
  io_method: "sync",
  // Errors of statements reach the caller. In the log they could carry personal data, so it has only the server's own news.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
}
