import { Button, Checkbox, Loader } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { automationUndo } from '@ruam/contract/automations/undo.ts'
import { IconArrowBackUp, IconBan, IconPlayerStop } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { isApiError } from '../../data/request.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { common } from '../../data/words.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { RouteLink } from '../../ui/route.tsx'
import type { Automation } from '../automation.ts'
import { Sentence } from '../Sentence.tsx'
import type { Preview } from './preview.ts'
import styles from './TakeBack.module.css'
import { TakeBackPeople } from './TakeBackPeople.tsx'
import { TakeBackRest } from './TakeBackRest.tsx'
import { takeBackText } from './take-back-text.ts'
import { type BackLine, useBackLines } from './use-back-lines.ts'

interface TakeBackDialogProps {
  automation: Automation
  onClose: () => void
}

/** Shows what stopping ends, what can be undone and what cannot, and does what is chosen. */
export default function TakeBackDialog({ automation, onClose }: TakeBackDialogProps) {
  const t = useWords(takeBackText)
  const { id, name, status } = automation
  const read = useRead(automationUndo.preview, { params: { id } }, { staleTime: 0, gcTime: 0 })
  const title = status === 'stopped' ? t.titleStopped({ name }) : t.title({ name })
  return (
    <Dialog opened onClose={onClose} title={title} size={600} transitionProps={{ duration: 0 }}>
      {read.data ? (
        <Choices automation={automation} preview={read.data} onClose={onClose} />
      ) : read.error ? (
        <FormNote message={read.error.message} />
      ) : (
        <div className={styles.counting} role="status">
          <Loader size={18} aria-hidden />
        </div>
      )}
    </Dialog>
  )
}

function Choices({ automation, preview, onClose }: TakeBackDialogProps & { preview: Preview }) {
  const t = useWords(takeBackText)
  const c = useWords(common)
  const format = useFormat()
  const { id, status } = automation
  const isStopped = status === 'stopped'
  const lines = useBackLines(preview)
  // Notes are what staff work on: they go only if that is wanted.
  const [chosen, setChosen] = useState(() => new Set(lines.filter(({ what }) => what !== 'note').map(({ key }) => key)))
  const [refusal, setRefusal] = useState<string>()
  const stop = useWrite(automations.stop, { quiet: true })
  const undo = useWrite(automationUndo.start, { quiet: true, refreshes: [automations.get] })
  const ids = (what: BackLine['what']) =>
    lines.flatMap((line) => (line.what === what && line.of !== undefined && chosen.has(line.key) ? line.of : []))
  const act = async (doIt: () => Promise<unknown>) => {
    try {
      await doIt()
      onClose()
    } catch (error) {
      if (!isApiError(error)) throw error
      setRefusal(error.message)
    }
  }
  const takeBack = async () => {
    const body = {
      ...{ labels: ids('label'), fields: ids('value'), notes: chosen.has('note') },
      originTime: preview.updatedAt,
    }
    const { jobId } = await undo.mutateAsync({ params: { id }, body })
    watchJob(jobId)
  }
  const toggle = (key: string) => {
    const next = new Set(chosen)
    if (!next.delete(key)) next.add(key)
    setChosen(next)
  }
  const busy = stop.isPending || undo.isPending
  const isRunning = preview.jobId !== null
  return (
    <div className={styles.parts}>
      {!isStopped && (
        <Part icon={<IconPlayerStop size={16} stroke={1.6} />} title={t.atOnce}>
          <p>
            {t.stops({ count: preview.onTheWay })}{' '}
            {preview.onTheWay > 0 && (
              <RouteLink to="automation" params={{ automationId: id }} search={{ tab: 'people' }} onClick={onClose}>
                {t.seePeople}
              </RouteLink>
            )}
          </p>
        </Part>
      )}
      <Part icon={<IconArrowBackUp size={16} stroke={1.6} />} title={t.back}>
        {isRunning && <FormNote message={t.running} kind="info" />}
        {lines.length === 0 && <p className={styles.quiet}>{t.nothing}</p>}
        {lines.map((line) => (
          <Line
            key={line.key}
            automationId={id}
            line={line}
            isOpen={!preview.hidden}
            checked={chosen.has(line.key)}
            onToggle={() => toggle(line.key)}
          />
        ))}
      </Part>
      <Part icon={<IconBan size={16} stroke={1.6} />} title={t.cannot}>
        <TakeBackRest automationId={id} preview={preview} onClose={onClose} />
      </Part>
      <FormFoot message={refusal} busy={busy}>
        <span className={styles.logged}>
          {preview.undoneAt ? t.undoneAt({ time: format.dateTime(preview.undoneAt) }) : t.logged}
        </span>
        <Button onClick={onClose} data-autofocus>
          {c.cancel}
        </Button>
        {!isStopped && (
          <Button loading={stop.isPending} onClick={() => void act(() => stop.mutateAsync({ params: { id } }))}>
            {t.stopOnly}
          </Button>
        )}
        <Button
          variant="filled"
          color="var(--ruam-danger-fill)"
          disabled={chosen.size === 0 || isRunning}
          loading={undo.isPending}
          onClick={() => void act(takeBack)}
        >
          {isStopped ? t.undo : t.stopAndUndo}
        </Button>
      </FormFoot>
    </div>
  )
}

function Part({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>
        {icon}
        {title}
      </h3>
      {children}
    </section>
  )
}

interface LineProps {
  automationId: number
  line: BackLine
  /** The customers are open to the person. */
  isOpen: boolean
  checked: boolean
  onToggle: () => void
}

/** Something that can be undone, with the customers whom it is about. */
function Line({ automationId, line, isOpen, checked, onToggle }: LineProps) {
  const t = useWords(takeBackText)
  const [isShown, setShown] = useState(false)
  const { title, kept, what, of } = line
  return (
    <div className={styles.line}>
      <Checkbox label={<Sentence sentence={title} />} description={kept} checked={checked} onChange={onToggle} />
      {isOpen && (
        <button
          type="button"
          aria-expanded={isShown}
          aria-label={`${isShown ? t.hide : t.see}: ${line.label}`}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? t.hide : t.see}
        </button>
      )}
      {isShown && <TakeBackPeople automationId={automationId} what={what} of={of} />}
    </div>
  )
}
