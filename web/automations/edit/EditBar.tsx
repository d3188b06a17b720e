import { Button } from '@mantine/core'
import { automations } from '@ruam/contract/automations/automations.ts'
import { IconHistory, IconPlayerPause, IconPlayerPlay, IconUserCheck } from '@tabler/icons-react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink, useGo } from '../../ui/route.tsx'
import { AutomationStatus } from '../AutomationStatus.tsx'
import styles from './Edit.module.css'
import { editText } from './edit-text.ts'
import type { AutomationEdit } from './use-automation-draft.ts'
import type { MissingPart } from './use-missing-parts.ts'

const icon = { size: 16, stroke: 1.6 }

interface EditBarProps {
  edit: AutomationEdit
  readOnly: boolean
}

/** The state of an automation, and whether its draft is saved. */
export function EditState({ edit, readOnly }: EditBarProps) {
  const t = useWords(editText)
  const format = useFormat()
  const { base, isDirty, saving, error } = edit
  const { status, version, onTheWay, edited } = base
  const isEditing = version !== null && (edited || isDirty)
  const facts = [
    isEditing && t.editing({ version: version + 1 }),
    !readOnly && (saving || (isDirty && !error) ? t.saving : t.saved({ time: format.time(base.updatedAt) })),
    isEditing && onTheWay > 0 && t.finish({ count: onTheWay, version }),
  ].filter((fact) => fact !== false)
  return (
    <div className={styles.state}>
      <strong>
        <AutomationStatus status={status} version={version} />
      </strong>
      <span role="status">{facts.join(' · ')}</span>
      {error && <span className={styles.error}>{error}</span>}
    </div>
  )
}

interface EditButtonsProps extends EditBarProps {
  missing: readonly MissingPart[]
  phone: boolean
  onSeek: (part: MissingPart) => void
  onStart: () => void
}

/** Rehearses and starts the draft; pauses or resumes one that has no other draft. */
export function EditButtons({ edit, readOnly, missing, phone, onSeek, onStart }: EditButtonsProps) {
  const t = useWords(editText)
  const go = useGo()
  const { base, isDirty, saving } = edit
  const { id, status, version, edition, edited, mayStart, needsApproval, approvedBy } = base
  const maySend = useMayCall(automations.start)
  const mayApprove = useMayCall(automations.approve) && base.mayApprove
  const [pause, resume] = [useWrite(automations.pause), useWrite(automations.resume)]
  const [approve, stop] = [useWrite(automations.approve), useWrite(automations.stop)]
  const rehearsal = { to: 'automation', params: { automationId: id }, search: { tab: 'rehearsal' } } as const
  const rehearse = async () => {
    if (!isDirty || (await edit.save())) go(rehearsal)
  }
  const isNew = version === null || edited || isDirty || status === 'stopped'
  const main = () => {
    if (status === 'awaiting_approval' && !isDirty) {
      if (mayApprove)
        return (
          <Button
            variant="filled"
            leftSection={<IconUserCheck {...icon} />}
            loading={approve.isPending}
            onClick={() => approve.mutate({ params: { id }, body: { edition } })}
          >
            {t.approve}
          </Button>
        )
      return (
        maySend && (
          <Button loading={stop.isPending} onClick={() => stop.mutate({ params: { id } })}>
            {t.withdraw}
          </Button>
        )
      )
    }
    if (!maySend) return null
    if (!isNew && status === 'active')
      return (
        <Button
          leftSection={<IconPlayerPause {...icon} />}
          loading={pause.isPending}
          onClick={() => pause.mutate({ params: { id } })}
        >
          {t.pause}
        </Button>
      )
    if (!isNew && status === 'paused')
      return (
        <Button
          variant="filled"
          leftSection={<IconPlayerPlay {...icon} />}
          loading={resume.isPending}
          onClick={() => resume.mutate({ params: { id } })}
        >
          {t.resume}
        </Button>
      )
    if (missing.length > 0 && phone)
      return (
        <Button variant="filled" onClick={() => onSeek(missing[0]!)}>
          {t.fixMissing({ count: missing.length })}
        </Button>
      )
    return (
      <Button
        variant="filled"
        leftSection={<IconPlayerPlay {...icon} />}
        disabled={missing.length > 0 || (!isDirty && !mayStart)}
        loading={saving && !isDirty}
        onClick={onStart}
      >
        {needsApproval && !approvedBy ? t.ask : version === null ? t.start : t.startVersion({ version: version + 1 })}
      </Button>
    )
  }
  return (
    <div className={styles.buttons}>
      {readOnly ? (
        <Button component={RouteLink} {...rehearsal} leftSection={<IconHistory {...icon} />}>
          {t.rehearse}
        </Button>
      ) : (
        <Button leftSection={<IconHistory {...icon} />} onClick={() => void rehearse()}>
          {t.rehearse}
        </Button>
      )}
      {main()}
    </div>
  )
}
