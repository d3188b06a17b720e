import { readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Config } from '../../core/config.ts'
import { gauge, onScrape, startMetrics } from '../../metrics/metrics.ts'
import { readiness, readyPart } from '../../metrics/ready.ts'
import { serveMetrics } from './serve.ts'
import { isWatched } from './server.ts'

const manifest = new URL('../../package.json', import.meta.url)

/** Begins to record figures and serves them, if METRICS_PORT is set. Comes before the database, so that its absence can be seen. */
export async function showProcess(config: Config, say: (line: string) => void): Promise<() => Promise<void>> {
  if (!config.metrics) return async () => {}
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  await startMetrics({ version, role: config.role })
  onScrape(() => showDisks(config))
  onScrape(readiness)
  onScrape(() => {
    for (const server of [1, ...config.servers.map(({ id }) => id)])
      if (!isWatched(server)) gauge('ruam_database_away', { server }, 1)
  })
  readyPart('start', () => (isWatched(1) ? undefined : 'It waits for its database.'))
  const { port, close } = await serveMetrics(config.metrics)
  say(`Metrics are at http://${config.metrics.host}:${port}/metrics.`)
  return close
}

async function showDisks({ dataFolder, backupFolder }: Config): Promise<void> {
  for (const [place, folder] of [
    ['data', dataFolder],
    ['backup', backupFolder],
  ]) {
    const disk = folder && (await statfs(folder).catch(() => undefined))
    if (disk) gauge('ruam_disk_used', { place: place! }, 1 - disk.bavail / disk.blocks)
  }
}
