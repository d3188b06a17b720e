import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { metricsText, startMetrics } from '../../metrics/metrics.ts'
import { until } from '../../testing/until.testing.ts'
import { certificateCollector } from './certificate.ts'

// A self-signed key for this test, valid for a hundred years.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg8D8+OdK7V2gZofPr
CIA67myov7cuN7JNzaEktU+LsSShRANCAARlX1jr6E12PUCcg+tAyG6FEwf2DWVb
LTRPvTLZ2++5WRoGhuZSRjJ2KN7hAqRt+yadnUCjJl4+SitYlNd8a0gx
-----END PRIVATE KEY-----
`
const cert = `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUQQL+kvnen7JhTHi3dXoTQzq74PYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNzEyNDgxOFoYDzIxMjYxMTAz
MTI0ODE4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARlX1jr6E12PUCcg+tAyG6FEwf2DWVbLTRPvTLZ2++5WRoGhuZSRjJ2
KN7hAqRt+yadnUCjJl4+SitYlNd8a0gxo1MwUTAdBgNVHQ4EFgQUaGVKf+dA7snc
iWVJi1QXPTaC6dgwHwYDVR0jBBgwFoAUaGVKf+dA7snciWVJi1QXPTaC6dgwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAuNJgFkUn/g8PNmKHatWS
Ojspwyecf2rio4l0WREQbUkCIQDb5xWKsP1C5e7yqC4/trsq8JCRQ1/W1pfcUStz
oKEvXQ==
-----END CERTIFICATE-----
`

test('the seconds that a certificate has left are read in the background, once', async () => {
  await startMetrics({ version: '1', role: 'all' })
  let connections = 0
  const server = createServer({ key, cert }).listen(0, '127.0.0.1')
  server.on('connection', () => connections++)
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const collect = certificateCollector(`https://localhost:${port}`)
  const left = await until(async () => {
    collect()
    return /^ruam_certificate_seconds_left (\S+)/m.exec(await metricsText())?.[1]
  })
  server.close()
  expect(Number(left)).toBeGreaterThan(90 * 365 * 86_400)
  expect(connections).toBe(1)
})
