// `node server/app/health.ts` exits with 0 if the process with these settings is ready. A worker has no port but that of its metrics.
const { RUAM_ROLE: role, PORT: port = '3000', METRICS_PORT: metricsPort } = process.env

/** Milliseconds; `readyz` itself answers within 2 s. */
const TIMEOUT_MS = 4000

async function isReady(at: string): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${at}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  const { parts } = (await response.json()) as { parts?: object }
  // A process that is still starting has no parts yet.
  return response.ok && Object.keys(parts ?? {}).length > 0
}

async function problem(): Promise<string | undefined> {
  const ports = [...(role === 'worker' ? [] : [port]), ...(metricsPort ? [metricsPort] : [])]
  if (ports.length === 0) return 'Set METRICS_PORT: a worker has no other port.'
  for (const at of ports) {
    const ready = await isReady(at).catch(() => undefined)
    if (!ready) return `Port ${at} ${ready === undefined ? 'does not answer' : 'is not ready'}.`
  }
  return undefined
}

const found = await problem()
if (found) console.error(found)
process.exitCode = found ? 1 : 0
