import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Config, MetricsSettings } from '../../core/config.ts'
import { leftOutLines } from '../../core/repeated-errors.ts'
import { count, gauge, onScrape, startMetrics } from '../../metrics/metrics.ts'
import { readiness, readyPart } from '../../metrics/ready.ts'
import { isS3Address } from '../../storage/backup-place.ts'
import { certificateCollector } from './certificate.ts'
import { serveMetrics } from './serve.ts'
import { isWatched } from './server.ts'
import { exportSpans } from './spans.ts'

const manifest = new URL('../../package.json', import.meta.url)

/**
 * Shows this process to operators as its settings say: figures on a port of their own, and spans. Comes before the database, so that its absence
 * can be seen.
 */
export async function showProcess(config: Config, say: (line: string) => void): Promise<() => Promise<void>> {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const { role, metrics, otlpUrl } = config
  const stopSpans = otlpUrl && (await exportSpans({ url: otlpUrl, version, role }))
  const stopMetrics = metrics && (await showMetrics(config, metrics, version, say))
  return async () => {
    if (stopMetrics) await stopMetrics()
    if (stopSpans) await stopSpans()
  }
}

async function showMetrics(config: Config, metrics: MetricsSettings, version: string, say: (line: string) => void) {
  await startMetrics({ version, role: config.role })
  onScrape(readiness)
  onScrape(() => showDisks(config))
  onScrape(() => {
    for (const server of [1, ...config.servers.map(({ id }) => id)])
      if (!isWatched(server)) gauge('ruam_database_away', { server }, 1)
  })
  let leftOut = 0
  onScrape(() => {
    const now = leftOutLines()
    count('ruam_log_lines_dropped_total', {}, now - leftOut)
    leftOut = now
  })
  if (config.publicUrl?.startsWith('https:')) onScrape(certificateCollector(config.publicUrl))
  readyPart('start', () => (isWatched(1) ? undefined : 'It waits for its database.'))
  const { port, close } = await serveMetrics(metrics)
  say(`Metrics are at http://${metrics.host}:${port}/metrics.`)
  return close
}

async function showDisks({ dataFolder, backupFolder, archive }: Config): Promise<void> {
  for (const [place, folder] of [
    ['data', dataFolder],
    ['backup', backupFolder],
    ['archive', archive],
  ]) {
    const disk = folder && !isS3Address(folder) && (await statfs(folder).catch(() => undefined))
    if (disk) gauge('ruam_disk_used', { place: place! }, 1 - disk.bavail / disk.blocks)
  }
}
