import { useState } from 'react'
import type { ApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { type DraftGroup, type OpenRule, rulesIn } from '../../rules/draft.ts'
import type { Segment } from '../segment.ts'
import type { segmentRuleOf } from './segment-rule.ts'
import { text } from './text.ts'

interface Fault {
  /** The rule as it was when it was found fault with; another one has none. */
  rule: OpenRule
  said: string
}

type Sent = Pick<ReturnType<typeof segmentRuleOf>, 'keyAt'>
type Path = readonly (string | number)[]

/** The key of the rule at a place, or of the one that the place is within. */
function ruleAt({ keyAt }: Sent, path: Path): number | undefined {
  for (let length = path.length; length > 0; length--) {
    const key = keyAt(path.slice(0, length))
    if (key !== undefined) return key
  }
  return undefined
}

/** Faults of a segment's rules, from its state or a refused save, each until its rule changes. */
export function useFaults(state: Segment['state'] | undefined, draft: DraftGroup, sent: Sent) {
  const t = useWords(text)
  const found = (at: readonly { path: Path; said: string }[]) => {
    const rules = new Map(rulesIn(draft).map(({ key, rule }) => [key, rule]))
    return new Map(
      at.flatMap(({ path, said }): [number, Fault][] => {
        const key = ruleAt(sent, path)
        const rule = key === undefined ? undefined : rules.get(key)
        return rule ? [[key!, { rule, said }]] : []
      }),
    )
  }
  const [faults, setFaults] = useState(() =>
    found(
      (state?.faults ?? []).map(({ path, reason }) => ({
        path,
        said: reason === 'retyped' ? t.ruleRetyped : t.ruleUnknown,
      })),
    ),
  )
  const shown = new Map(
    rulesIn(draft).flatMap(({ key, rule }): [number, string][] => {
      const fault = faults.get(key)
      return fault && fault.rule === rule ? [[key, fault.said]] : []
    }),
  )
  return {
    shown,
    /** Takes up what a save was refused for, where it names rules. */
    note({ name, details }: ApiError) {
      const { fields, reason } = details as { fields?: unknown; reason?: unknown }
      if (!Array.isArray(fields) || (name !== 'label_invalid' && name !== 'invalid_input')) return
      const said = typeof reason === 'string' ? reason : t.ruleRefused
      const places = fields.flatMap((field) =>
        typeof field === 'string' && field.startsWith(BODY) ? [field.slice(BODY.length).split('.')] : [],
      )
      setFaults(found(places.map((path) => ({ path, said }))))
    },
  }
}

const BODY = 'body.segment_rule.'
