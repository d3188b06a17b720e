import { databaseNow } from '../../core/now.ts'
import { gauge } from '../../metrics/metrics.ts'
import { readCertificate } from '../../reports/system/certificate.ts'

/** Milliseconds between two readings of the certificate, after a failed one, and for one. */
const EVERY_MS = 24 * 3_600_000
const AGAIN_MS = 600_000
const READ_MS = 5000

/** Returns the collector of the time that a certificate still has. A scrape starts the reading and does not wait for it. */
export function certificateCollector(address: string): () => void {
  let next = Number.NEGATIVE_INFINITY
  let ends: string | null = null
  return () => {
    if (performance.now() >= next) {
      next = performance.now() + AGAIN_MS
      readCertificate(address, READ_MS).then(
        (found) => {
          ends = found.ends
          next = performance.now() + EVERY_MS
        },
        () => {},
      )
    }
    if (ends !== null) gauge('ruam_certificate_seconds_left', {}, (Date.parse(ends) - databaseNow()) / 1000)
  }
}
