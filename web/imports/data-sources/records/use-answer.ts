import { importRun } from '@ruam/contract/imports/run.ts'
import { type Sending, useWrite } from '../../../data/api.ts'
import { isApiError } from '../../../data/request.ts'
import { useWords } from '../../../data/text.ts'
import { alerts } from '../../../ui/alerts.ts'
import type { RunOfSource } from '../use-source.ts'
import { answers } from './answer-text.ts'

type Said = Sending<typeof importRun.answer>['body']

/** Says of rows that wait who they are about. What is said of many at once is confirmed by how many it was said of. */
export function useAnswer(id: number, { runId }: Pick<RunOfSource, 'runId'>) {
  const t = useWords(answers)
  const write = useWrite(importRun.answer)
  const params = { id, runId }
  return {
    busy: write.isPending,
    one: (body: Said) => write.mutate({ params, body }),
    /** One row, then all others of its group. */
    async withRest(recordNo: number, { answer, person }: Said, rest: { group: string; count: number }) {
      try {
        await write.mutateAsync({ params, body: { answer, recordNos: [recordNo], ...(person && { person }) } })
        const { answered } = await write.mutateAsync({ params, body: { answer, group: rest.group } })
        showAnswered(answered + 1, rest.count + 1)
      } catch (error) {
        // An alert has said why.
        if (!isApiError(error)) throw error
      }
    },
    /** Answers these rows, or all that wait: `asked` of them. `done`: after the answer is saved. */
    many: (body: Said, asked: number, done?: () => void) =>
      write.mutate(
        { params, body },
        {
          onSuccess: ({ answered }) => {
            if (body.answer === 'none') alerts.success(t.takenBack({ count: answered }))
            else showAnswered(answered, asked)
            done?.()
          },
        },
      ),
  }

  function showAnswered(said: number, asked: number) {
    const left = asked - said
    alerts.success([t.saidOf({ count: said }), left > 0 && t.notSaidOf({ count: left })].filter(Boolean).join(' · '))
  }
}
