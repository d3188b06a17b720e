// Figures of this process. Recording does nothing until `startMetrics` has loaded prom-client, so that a process without METRICS_PORT
// spends neither time nor memory on them.
import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { definitions, type Labels, type Metric, type MetricOf } from './definitions.ts'

/** Seconds; a screen should answer within 0.1, an import's page within 1. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Milliseconds that all collectors of a scrape have together. */
const COLLECT_MS = 2000

type Series = Counter | Gauge | Histogram

let registry: Registry | undefined
const series = new Map<Metric, Series>()
const collectors = new Set<() => unknown>()

/** Adds to a counter. */
export function count<M extends MetricOf<'counter'>>(metric: M, labels: Labels<M>, by = 1): void {
  ;(series.get(metric) as Counter | undefined)?.inc(labels, by)
}

/** Adds a duration to a histogram. */
export function observe<M extends MetricOf<'histogram'>>(metric: M, labels: Labels<M>, seconds: number): void {
  ;(series.get(metric) as Histogram | undefined)?.observe(labels, seconds)
}

/** Sets a gauge. */
export function gauge<M extends MetricOf<'gauge'>>(metric: M, labels: Labels<M>, value: number): void {
  ;(series.get(metric) as Gauge | undefined)?.set(labels, value)
}

/** Replaces all values of these gauges, whose labels come and go. */
export function replaceGauges(gauges: { [M in MetricOf<'gauge'>]?: [labels: Labels<M>, value: number][] }): void {
  for (const [metric, values] of Object.entries(gauges)) {
    const one = series.get(metric as Metric) as Gauge | undefined
    if (!one || !values) continue
    // Without labels, a reset gauge would be 0.
    if (definitions[metric as Metric].labels.length === 0) one.remove()
    else one.reset()
    for (const [labels, value] of values) one.set(labels, value)
  }
}

/** Calls `collect` before each scrape. It sets its gauges; one that fails or is late leaves those of before. Returns a function that ends this. */
export function onScrape(collect: () => unknown): () => void {
  collectors.add(collect)
  return () => collectors.delete(collect)
}

/** Begins to record. Earlier figures of this process are dropped. */
export async function startMetrics(info: Labels<'ruam_build_info'>): Promise<void> {
  const prom = await import('prom-client')
  registry = new prom.Registry()
  prom.collectDefaultMetrics({ register: registry })
  const kinds = { counter: prom.Counter, gauge: prom.Gauge, histogram: prom.Histogram }
  for (const [name, { kind, help, labels }] of Object.entries(definitions)) {
    const buckets = kind === 'histogram' && { buckets: BUCKETS }
    series.set(
      name as Metric,
      new kinds[kind]({ name, help, labelNames: [...labels], registers: [registry], ...buckets }),
    )
  }
  // Without labels, a new gauge would be 0.
  for (const [name, { kind, labels }] of Object.entries(definitions))
    if (kind === 'gauge' && labels.length === 0) (series.get(name as Metric) as Gauge).remove()
  gauge('ruam_build_info', info, 1)
}

/** Returns all figures in Prometheus' text format, after the collectors or two seconds. */
export async function metricsText(collectMs = COLLECT_MS): Promise<string> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, collectMs).unref())
  await Promise.race([Promise.allSettled([...collectors].map(async (collect) => collect())), late])
  return registry!.metrics()
}
