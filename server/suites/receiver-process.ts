// A receiver of webhooks as a process of its own, which a suite kills: `node receiver-process.ts FILE PORT`. It keeps each delivery before it
// answers, as `<time> <webhook-id> <body>`, and refuses each 500th.
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const REFUSED = 500

const [file, port] = process.argv.slice(2)
let count = 0
createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (++count % REFUSED === 0) return response.writeHead(500).end()
    appendFileSync(file!, `${Date.now()} ${request.headers['webhook-id']} ${Buffer.concat(parts)}\n`)
    return response.writeHead(204).end()
  })
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
