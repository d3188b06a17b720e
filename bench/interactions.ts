import type { Page } from 'playwright'
import { formatNumber } from './table.ts'

/** Presses and keys of a page, from each until the next frame is painted. */
interface Interactions {
  events: { name: string; at: string; start: number; delay: number; work: number; paint: number; ms: number }[]
  frames: { start: number; end: number; layout: number; scripts: { ms: number; source: string }[] }[]
}

/** Runs in the page before its own scripts. */
export function observeInteractions() {
  const interactions: Interactions = { events: [], frames: [] }
  Object.assign(window, { interactions })
  const watch = (type: string, see: (entry: never) => void, options: object = {}) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry as never)
    }).observe({ type, buffered: true, ...options })
  interface Timed extends PerformanceEntry {
    interactionId: number
    processingStart: number
    processingEnd: number
    target: Element | null
  }
  watch(
    'event',
    ({ interactionId, name, target, startTime, processingStart, processingEnd, duration }: Timed) => {
      if (!interactionId) return
      const at = `${target?.tagName.toLowerCase() ?? ''}.${target?.getAttribute('class') ?? ''}`
      const [delay, work] = [processingStart - startTime, processingEnd - processingStart]
      const paint = startTime + duration - processingEnd
      interactions.events.push({ name, at, start: startTime, delay, work, paint, ms: duration })
    },
    { durationThreshold: 16 },
  )
  interface Frame extends PerformanceEntry {
    styleAndLayoutStart: number
    scripts: { duration: number; invoker: string; sourceURL: string; sourceFunctionName: string }[]
  }
  watch('long-animation-frame', ({ startTime, duration, styleAndLayoutStart, scripts }: Frame) => {
    const end = startTime + duration
    interactions.frames.push({
      start: startTime,
      end,
      layout: styleAndLayoutStart > 0 ? end - styleAndLayoutStart : 0,
      scripts: scripts.map(({ duration, invoker, sourceURL, sourceFunctionName }) => ({
        ms: duration,
        source: [invoker, sourceURL.split('/').at(-1), sourceFunctionName].filter(Boolean).join(' '),
      })),
    })
  })
}

/** Forgets what was pressed until here. */
export const forgetInteractions = (page: Page) =>
  page.evaluate(() => {
    const { interactions } = window as unknown as { interactions: Interactions }
    interactions.events.length = 0
    interactions.frames.length = 0
  })

/** The slowest press or key: its milliseconds, and where they went. Presses below 16 ms are not reported by the browser. */
export async function slowestInteraction(page: Page): Promise<{ ms: number; parts: string }> {
  const { events, frames } = await page.evaluate(
    () => (window as unknown as { interactions: Interactions }).interactions,
  )
  const slowest = events.toSorted((a, b) => b.ms - a.ms)[0]
  if (!slowest) return { ms: 0, parts: 'nothing slow' }
  const { name, at, start, delay, work, paint, ms } = slowest
  const during = frames.filter((frame) => frame.start < start + ms && frame.end > start)
  const scripts = during.flatMap(({ scripts }) => scripts).toSorted((a, b) => b.ms - a.ms)
  const layout = during.reduce((sum, frame) => sum + frame.layout, 0)
  const parts = [
    `${name} at ${at}: ${formatNumber(ms)} ms`,
    `before its handlers ${formatNumber(delay)}, in them ${formatNumber(work)}, until painted ${formatNumber(paint)}`,
    `style, layout and paint ${formatNumber(layout)}`,
    ...scripts.slice(0, 4).map(({ ms, source }) => `${formatNumber(ms)} ms ${source}`),
  ]
  return { ms, parts: parts.join('; ') }
}
