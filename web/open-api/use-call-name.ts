import { useWords } from '../data/text.ts'
import { callText, openApiText } from './open-api-text.ts'

/** Returns the words of a call and of a group of calls; calls without words show their address. */
export function useCallName() {
  const names: Record<string, string> = useWords(callText)
  const t = useWords(openApiText)
  const groups: Record<string, string> = {
    profiles: t.profiles,
    labels: t.labels,
    segments: t.segments,
    fields: t.fieldGroup,
    broadcasts: t.broadcasts,
    activities: t.activities,
    receipts: t.receipts,
    purposes: t.purposes,
    changes: t.changes,
    requests: t.requests,
  }
  return {
    nameOf: (call: string) => names[call] ?? call,
    groupOf: (group: string) => groups[group] ?? group,
  }
}
