import dgram from 'node:dgram'
import net from 'node:net'

/** A place that a process may connect to. */
interface Destination {
  host: string
  port: number
}

/** Thrown by connections of a process that may have none. */
class RefusedConnection extends Error {
  code = 'ECONNREFUSED'
}

/** Arguments of `connect`, in each of the forms that Node has for them. */
function destinationOf(args: readonly unknown[]): { host: string; port: number; path?: string } {
  // Node's own callers have put the arguments into an array.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  if (typeof first === 'object' && first !== null) {
    const { host = 'localhost', port, path } = first as { host?: string; port?: number | string; path?: string }
    return { host, port: Number(port), ...(path !== undefined && { path }) }
  }
  const port = Number(first)
  if (Number.isNaN(port)) return { host: '', port, path: String(first) }
  return { host: typeof second === 'string' ? second : 'localhost', port }
}

/**
 * Refuses every connection that this process begins, whichever library begins it, except to `allowed`. Incoming ones are accepted.
 * `onRefused` receives each destination. Returns a function that ends the refusal.
 */
export function refuseOutgoing(allowed: readonly Destination[], onRefused: (to: string) => void): () => void {
  const { connect } = net.Socket.prototype
  const { connect: connectDatagram, send } = dgram.Socket.prototype
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const { host, port, path } = destinationOf(args)
    if (path === undefined && allowed.some((one) => one.host === host && one.port === port))
      return Reflect.apply(connect, this, args)
    const to = path ?? `${host}:${port}`
    onRefused(to)
    return this.destroy(new RefusedConnection(`A connection to ${to} was refused: this process may have none.`))
  } as typeof connect
  const refuse = () => {
    onRefused('a datagram')
    throw new RefusedConnection('A datagram was refused: this process may send none.')
  }
  dgram.Socket.prototype.connect = refuse
  dgram.Socket.prototype.send = refuse
  return () => {
    net.Socket.prototype.connect = connect
    dgram.Socket.prototype.connect = connectDatagram
    dgram.Socket.prototype.send = send
  }
}
