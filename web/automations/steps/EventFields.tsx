import { programWebhooks } from '@ruam/contract/open-api/program-webhooks.ts'
import { programs } from '@ruam/contract/open-api/programs.ts'
import { useState } from 'react'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { ThingChip } from './Chip.tsx'
import type { OpenOf } from './open-step.ts'
import styles from './Steps.module.css'
import { stepText } from './step-text.ts'

type Event = OpenOf<'event'>
const MINUTE = 60_000

/** The webhook of a program that is told about the step. */
export function EventFields({ step, onChange }: { step: Event; onChange: (step: Event) => void }) {
  const t = useWords(stepText)
  const mayRead = useMayCall(programs.list)
  const list = useRead(
    programs.list,
    { query: { offset: 0, limit: 0, sortBy: 'name', sortDir: 'asc' } },
    { enabled: mayRead, staleTime: MINUTE },
  ).data
  const [chosen, setChosen] = useState<number>()
  const program = chosen ?? (list?.data.length === 1 ? list.data[0]!.id : undefined)
  const webhooks = useRead(
    programWebhooks.list,
    { params: { id: program ?? 0 } },
    { enabled: mayRead && program !== undefined, staleTime: MINUTE },
  ).data
  if (!mayRead) return <p className={styles.quiet}>{t.mayNotPrograms}</p>
  if (list?.data.length === 0) return <p className={styles.quiet}>{t.noPrograms}</p>
  return (
    <div className={styles.stack}>
      <div className={styles.sentence}>
        <ThingChip
          label={t.program}
          name={`steps.${step.id}`}
          value={program ?? null}
          things={list?.data ?? []}
          known={list !== undefined}
          placeholder={t.chooseProgram}
          nothingFound={t.chooseProgram}
          onChoose={setChosen}
        />
        {webhooks && webhooks.data.length > 0 && (
          <ThingChip
            label={t.webhook}
            value={webhooks.data.some(({ id }) => id === step.webhookId) ? step.webhookId : null}
            things={webhooks.data.map(({ id, url }) => ({ id, name: url }))}
            known
            placeholder={t.chooseWebhook}
            nothingFound={t.chooseWebhook}
            onChoose={(webhookId) => onChange({ ...step, webhookId })}
          />
        )}
      </div>
      <p className={styles.quiet}>{webhooks?.data.length === 0 ? t.noWebhooks : t.idsOnly}</p>
    </div>
  )
}
