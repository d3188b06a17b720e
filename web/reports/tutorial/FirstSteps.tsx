import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheck, IconCircleDot, IconX } from '@tabler/icons-react'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './FirstSteps.module.css'
import { text } from './text.ts'
import type { useSteps, VisibleStep } from './use-steps.ts'

/** The checklist of a new store: each open step is a link. It completes itself by what is there, and can be put away. */
export function FirstSteps({ steps: { shown, busy, putAway } }: { steps: ReturnType<typeof useSteps> }) {
  const t = useWords(text)
  const done = shown.filter(({ status }) => status === 'completed').length
  const next = shown.find(({ status }) => status !== 'completed')?.key
  const sample = shown.some(({ key, status }) => key === 'first_import' && status !== 'completed')
  return (
    <section className={styles.steps} aria-label={t.title}>
      <header>
        <h2>{t.title}</h2>
        <p>{t.done({ count: done, total: shown.length })}</p>
        <span className={styles.bar} aria-hidden>
          <span style={{ width: `${(done / shown.length) * 100}%` }} />
        </span>
        {sample && (
          <RouteLink to="data-source-import" search={{ sample: 1 }} className={styles.sample}>
            {t.trySample}
          </RouteLink>
        )}
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

function Step({ step: { key, status, way }, next }: { step: VisibleStep; next: boolean }) {
  const t = useWords(text)
  if (status === 'completed')
    return (
      <li data-completed>
        <div className={styles.step}>
          <IconCircleCheck size={18} stroke={1.6} aria-label={t.completed} />
          <strong>{t[key]}</strong>
        </div>
      </li>
    )
  const Icon = next ? IconCircleDot : IconCircle
  return (
    <li>
      <RouteLink {...way} className={styles.step} data-next={next || undefined}>
        <Icon size={18} stroke={1.6} aria-hidden />
        <strong>{t[key]}</strong>
        <span className={styles.why}>{t[`${key}Text`]}</span>
        <span className={styles.go}>{t[`${key}Go`]}</span>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
      </RouteLink>
    </li>
  )
}
