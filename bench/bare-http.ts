// A process of its own that answers every request with the same bytes from node:http, for what a request costs at least. Forked: the bytes
// come as the first message, the address goes back.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The bench that began it is over.
process.on('disconnect', () => process.exit())
const [text] = (await once(process, 'message')) as [string]
const bytes = Buffer.from(text)
const server = createServer((_request, reply) => {
  reply.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length })
  reply.end(bytes)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
