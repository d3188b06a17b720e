const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/
const POSTGRES_PORT = 5432

/** Address of the database for SQL logins: that of the server's own connection, unless the settings name another host. */
export function addressOf(connection: string, sqlHost: string | undefined) {
  const url = new URL(connection)
  const [, host, port] = /^([^:]+)(?::(\d+))?$/.exec(sqlHost ?? '') ?? []
  return {
    host: host ?? url.hostname,
    port: Number(port ?? (url.port || POSTGRES_PORT)),
    database: decodeURIComponent(url.pathname.slice(1)),
    local_only: LOCAL.test(host ?? url.hostname),
  }
}
