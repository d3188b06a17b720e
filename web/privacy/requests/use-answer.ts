import { lineLink } from '@ruam/contract/channels/line-link.ts'
import { type answerWays, privacyRequests, type requestDecisions } from '@ruam/contract/privacy/requests.ts'
import { useState } from 'react'
import { useRead, useRefresh, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { answerText, requestPageText } from './page-text.ts'
import type { PrivacyRequest } from './request.ts'
import { useRequestWords } from './use-request-words.ts'

export type Decision = (typeof requestDecisions)[number]
export type Way = (typeof answerWays)[number]

/** True while the request waits for a decision. */
export const isUndecided = ({ step }: PrivacyRequest) => step === 'data' || step === 'decision'

/** Decision and answer of a request as they are typed, and the acts that store them. */
export function useAnswer(request: PrivacyRequest, needsTwo: boolean) {
  const t = useWords(requestPageText)
  const { who } = useRequestWords()
  const confirm = useConfirm()
  const refresh = useRefresh()
  const { id, kind } = request
  const quiet = { quiet: true } as const
  const decide = useWrite(privacyRequests.decide, quiet)
  const approve = useWrite(privacyRequests.approve, quiet)
  const answer = useWrite(privacyRequests.answer, quiet)
  const [typed, setTyped] = useState<{ decision?: Decision; reason?: string; way?: Way; text?: string }>({})
  const [fault, setFault] = useState<string>()
  const decision = request.decision?.decision ?? typed.decision
  const reason = request.decision?.reason ?? typed.reason ?? ''
  const ways = useWays(request, decision)
  const way = typed.way && !ways.closed[typed.way] ? typed.way : ways.first
  const suggested = useSuggested(request, decision, reason)
  const text = typed.text ?? suggested
  const set = (change: typeof typed) => {
    setFault(undefined)
    setTyped({ ...typed, ...change })
  }
  const waitsForSecond = kind === 'erase' && needsTwo && decision !== 'refused'

  const during = async (work: () => Promise<unknown>) => {
    setFault(undefined)
    try {
      await work()
    } catch (refused) {
      if (!isApiError(refused)) throw refused
      setFault(refused.message)
      // Another person may have been first.
      await refresh(privacyRequests.get)
    }
  }
  const confirmErasure = async () =>
    kind !== 'erase' ||
    decision === 'refused' ||
    (await confirm({ title: t.eraseTitle({ name: who(request) }), text: t.eraseText, yes: t.approve, mode: 'cancel' }))
  const sendAnswer = async () => {
    await answer.mutateAsync({ params: { id }, body: { way, text } })
    alerts.success(t.answered)
  }
  const missing = () => {
    if (isUndecided(request) && !decision) return t.decisionNeeded
    if (isUndecided(request) && reason.trim() === '') return t.reasonNeeded
    return undefined
  }
  const answerLacks = () => {
    if (way === 'line') return text.trim() === '' ? t.textNeeded : undefined
    return kind === 'copy' && decision !== 'refused' && !request.copy?.madeAt ? t.copyNeeded : undefined
  }
  return {
    ...{ decision, reason, way, text, closedWays: ways.closed, waitsForSecond },
    set,
    fault,
    busy: decide.isPending || answer.isPending || approve.isPending,
    /** Decides, and answers at once if that is wanted and possible. */
    decide: (andAnswer: boolean) =>
      during(async () => {
        const lacks = missing() ?? (andAnswer ? answerLacks() : undefined)
        if (lacks) return setFault(lacks)
        if (!(await confirmErasure())) return
        const now = await decide.mutateAsync({ params: { id }, body: { decision: decision!, reason } })
        if (andAnswer && now.step === 'answer') await sendAnswer()
        else alerts.success(t.decided)
      }),
    approve: () =>
      during(async () => {
        if (await confirmErasure()) await approve.mutateAsync({ params: { id } })
      }),
    answer: () =>
      during(async () => {
        const lacks = answerLacks()
        if (lacks) return setFault(lacks)
        await sendAnswer()
      }),
  }
}

export type Answering = ReturnType<typeof useAnswer>

/** Ways of answering that are closed, each with its reason, and the one that is chosen first. */
function useWays({ kind, profiles, source }: PrivacyRequest, decision: Decision | undefined) {
  const t = useWords(requestPageText)
  const may = useMayCall(lineLink.get)
  const first = profiles[0]?.id ?? 0
  const link = useRead(lineLink.get, { params: { id: first } }, { enabled: may && first > 0 }).data
  const erases = kind === 'erase' && decision !== 'refused'
  const noLine = erases ? t.lineAfterErasure : first === 0 || link?.reach !== 'friend' ? t.noLine : undefined
  const closed: Partial<Record<Way, string>> = noLine ? { line: noLine } : {}
  return { closed, first: (noLine ? (source === 'email' ? 'mail' : 'counter') : 'line') as Way }
}

/** The text that an answer begins with. */
function useSuggested(request: PrivacyRequest, decision: Decision | undefined, reason: string): string {
  const a = useWords(answerText)
  const { name: store } = useStore()
  const name = request.profiles[0]?.name
  const what = decision === 'refused' ? a.refused({ store, reason }) : a[request.kind]({ store })
  const lines = [name && a.dear({ name }), what, decision === 'without_others' && a.hidden]
  return decision ? lines.filter(Boolean).join('\n') : ''
}
