// The S3 simulator behind TLS with a certificate of its own, for programs that speak nothing else.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startS3Server } from '../server/testing/s3-server.testing.ts'

/** Starts it. Its certificate, for localhost, is written to the folder. */
export async function startS3OverTls(folder: string) {
  const [key, certificate] = [join(folder, 's3-key.pem'), join(folder, 's3-certificate.pem')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const s3 = await startS3Server()
  const { endpoint, bucket, region, keys } = s3.settings
  const behind = new URL(endpoint!)
  let requests = 0
  const front = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    requests++
    // The simulator takes an unknown host for the name of a bucket.
    const headers = { ...asked.headers, host: behind.host }
    const passed = request(behind, { method: asked.method, path: asked.url, headers }, (found) => {
      answer.writeHead(found.statusCode!, found.headers)
      found.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => front.listen(0, resolve))
  return {
    ...{ bucket, region: region!, keys: keys!, certificate, port: (front.address() as AddressInfo).port },
    requests: () => requests,
    async stop() {
      front.closeAllConnections()
      front.close()
      await s3.stop()
    },
  }
}
