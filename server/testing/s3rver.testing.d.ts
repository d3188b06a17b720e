declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http'
  import type { AddressInfo } from 'node:net'

  /** The part that tests use; the package has no types. */
  export default class S3rver {
    constructor(options: Record<string, unknown>)
    middleware: unknown[]
    httpServer: Server
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
