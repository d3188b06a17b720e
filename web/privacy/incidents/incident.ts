import type { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useSources } from '../exposure/use-sources.ts'
import { incidentText } from './incident-text.ts'

export type Incident = Got<typeof privacyIncidents.get>

/** Milliseconds between looks at what others do. */
export const LOOK_MS = 30_000

export interface Prefill {
  of: string
  from: string
  to: string
}

const isInstant = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))

/** Reads what an address opens an incident of, as `?open=person:3&from=…&to=…`. */
export function prefillOf({ open, from, to }: Record<string, unknown>): Prefill | undefined {
  if (typeof open !== 'string' || !/^[a-z]+:[1-9]\d{0,8}$/.test(open) || !isInstant(from) || !isInstant(to))
    return undefined
  return { of: open, from, to }
}

/** Kind and subject as the value of a select. */
export const sourceValue = ({ kind, subjectId }: Pick<Incident, 'kind' | 'subjectId'>) => `${kind}:${subjectId}`

/** Sources of a leak by kind, for a select. */
export function useLeaks() {
  const t = useWords(incidentText)
  const items = [
    { value: 'webhook:1', label: t.webhook },
    { value: 'backup:1', label: t.backup },
  ]
  return [...useSources(), { group: t.others, items }]
}

/** Returns when an act was, and whose it was. */
export function useActWords() {
  const t = useWords(incidentText)
  const format = useFormat()
  return ({ at, by }: Incident['recorded']) => t.by({ time: format.dateTime(at) ?? '', name: by?.name || t.someone })
}

/** Sentences about an incident. */
export function useIncidentWords() {
  const t = useWords(incidentText)
  const leaks = useLeaks()
  return {
    leak: (incident: Pick<Incident, 'kind' | 'subjectId' | 'subjectName'>) =>
      leaks.flatMap(({ items }) => items).find(({ value }) => value === sourceValue(incident))?.label ??
      incident.subjectName,
    state({ closed, notified, decision, secondsLeft }: Incident): string {
      if (closed) return t.closed
      if (notified) return t.notified
      if (decision?.decision === 'no_risk' || secondsLeft === null) return t.noRisk
      const minutes = Math.floor(Math.abs(secondsLeft) / 60)
      return (secondsLeft < 0 ? t.late : t.left)({ hours: Math.floor(minutes / 60), minutes: minutes % 60 })
    },
  }
}
