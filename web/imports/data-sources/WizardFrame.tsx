import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useWords } from '../../data/text.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { mayShow, type Stage, stages, stageTarget } from './stages.ts'
import styles from './WizardFrame.module.css'
import { wizard } from './wizard-text.ts'

interface WizardFrameProps {
  stage: Stage
  /** The data source the wizard works on; none before the first step is done. */
  source?: { id: number; name: string; status: DataSourceStatus }
  /** The step is behind, too. */
  finished?: boolean
  /** The buttons of the step, the primary one last. */
  actions?: ReactNode
  /** Why the step was not saved. */
  refusal?: string | undefined
  /** The step is being saved. */
  busy?: boolean
  children: ReactNode
}

/** The frame of every step of the import wizard: where one is, the way back and on. */
export function WizardFrame({
  stage,
  source,
  finished = false,
  actions,
  refusal,
  busy = false,
  children,
}: WizardFrameProps) {
  usePageTitle(source?.name)
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <Steps stage={stage} source={source} finished={finished} />
        {actions && (
          <FormFoot message={refusal} busy={busy} className={styles.actions}>
            {actions}
          </FormFoot>
        )}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

function Steps({ stage, source, finished }: Pick<WizardFrameProps, 'stage' | 'source' | 'finished'>) {
  const t = useWords(wizard)
  const current = stages.indexOf(stage)
  return (
    <nav className={styles.steps} aria-label={t.steps}>
      <ol>
        {stages.map((one, place) => {
          const here = place === current
          const state = place < current || (here && finished) ? 'done' : here ? 'current' : 'ahead'
          const content = (
            <>
              <span className={styles.number} aria-hidden>
                {state === 'done' ? <IconCheck size={14} stroke={2} /> : place + 1}
              </span>
              <span className={styles.word}>{t[one]}</span>
            </>
          )
          const open = source && !here && state === 'done' && mayShow(one, source.status)
          return (
            <li key={one} data-state={state} aria-current={here ? 'step' : undefined}>
              {open ? (
                <RouteLink {...stageTarget(one, source.id)} aria-label={`${t[one]} (${t.stepDone})`}>
                  {content}
                </RouteLink>
              ) : (
                <span className={styles.step}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
