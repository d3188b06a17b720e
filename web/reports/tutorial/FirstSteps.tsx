import { ActionIcon, Button } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed, IconX } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './FirstSteps.module.css'
import { text } from './text.ts'
import type { ShownStep, useSteps } from './use-steps.ts'

/** The checklist of a new store. It completes itself by what is there, and can be put away. */
export function FirstSteps({ steps: { shown, busy, putAway } }: { steps: ReturnType<typeof useSteps> }) {
  const t = useWords(text)
  const done = shown.filter(({ status }) => status === 'completed').length
  const next = shown.find(({ status }) => status !== 'completed')?.key
  return (
    <section className={styles.steps} aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <p>{t.done({ count: done, total: shown.length })}</p>
        <ActionIcon size={32} title={t.away} loading={busy} onClick={() => void putAway()}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      <ol>
        {shown.map((step) => (
          <Step key={step.key} step={step} next={step.key === next} />
        ))}
      </ol>
    </section>
  )
}

function Step({ step: { key, status, way }, next }: { step: ShownStep; next: boolean }) {
  const t = useWords(text)
  const completed = status === 'completed'
  const Icon = completed ? IconCircleCheckFilled : IconCircleDashed
  return (
    <li data-completed={completed}>
      <Icon size={22} stroke={1.6} aria-label={completed ? t.completed : undefined} aria-hidden={!completed} />
      <div>
        <strong>{t[key]}</strong>
        {!completed && <p>{t[`${key}Text`]}</p>}
      </div>
      {!completed && (
        <div className={styles.ways}>
          {key === 'first_import' && (
            <Button variant="subtle" component={RouteLink} to="data-source-import" search={{ sample: 1 }}>
              {t.trySample}
            </Button>
          )}
          <Button variant={next ? 'filled' : 'default'} component={RouteLink} {...way}>
            {t[`${key}Go`]}
          </Button>
        </div>
      )}
    </li>
  )
}
