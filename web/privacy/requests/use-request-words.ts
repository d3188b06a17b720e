import { useWords } from '../../data/text.ts'
import { shortName } from '../../ui/short-name.ts'
import type { PrivacyRequest } from './request.ts'
import { requestText } from './request-text.ts'

/** Sentences about a request. */
export function useRequestWords() {
  const t = useWords(requestText)
  return {
    /** Who made it. Nothing names an erased person. */
    who({ profiles }: Pick<PrivacyRequest, 'profiles'>): string {
      const [first, ...others] = profiles
      if (!first) return t.erasedPerson
      const name = shortName(first.name) || t.customer({ id: String(first.id) })
      return others.length > 0 ? t.andMore({ name, count: others.length }) : name
    },
    step({ step, kind }: Pick<PrivacyRequest, 'step' | 'kind'>): string {
      if (step === 'answer') return kind === 'withdraw' ? t.stepWithdrawn : t.stepAnswer
      return {
        identity: t.stepIdentity,
        data: t.stepData,
        decision: t.stepDecision,
        approval: t.stepApproval,
        done: t.done,
      }[step]
    },
    outcome({ outcome, kind }: Pick<PrivacyRequest, 'outcome' | 'kind'>): string {
      if (outcome !== 'done') return outcome === null ? '' : t[outcome]
      return kind === 'see' || kind === 'copy' || kind === 'correct' ? t.done : t[`done_${kind}`]
    },
    left: ({ daysLeft }: Pick<PrivacyRequest, 'daysLeft'>): string =>
      daysLeft < 0 ? t.late({ count: -daysLeft }) : daysLeft === 0 ? t.today : t.daysLeft({ count: daysLeft }),
  }
}
