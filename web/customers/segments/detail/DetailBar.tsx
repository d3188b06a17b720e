import { Button } from '@mantine/core'
import { labels } from '@ruam/contract/customers/labels.ts'
import { IconListSearch, IconPencil, IconRefresh, IconSpeakerphone, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import ExportPeople from '../../../background/exports/ExportPeople.tsx'
import { useWords } from '../../../data/text.ts'
import { useFormat } from '../../../data/use-format.ts'
import { common } from '../../../data/words.ts'
import { ActionMenu } from '../../../ui/ActionMenu.tsx'
import { MenuAction } from '../../../ui/MenuAction.tsx'
import { useMayCall, useMayOpen } from '../../../ui/may.ts'
import { RouteLink, useGo } from '../../../ui/route.tsx'
import { writeRule } from '../../rules/rule-address.ts'
import { DeleteSegment } from '../DeleteSegment.tsx'
import { SegmentState } from '../SegmentState.tsx'
import { SegmentSwitch } from '../SegmentSwitch.tsx'
import { isCalculating, type Segment } from '../segment.ts'
import { segmentText } from '../segment-text.ts'
import { useCalculate } from '../use-calculate.ts'
import { filterOfSegment } from './list-filter.ts'
import styles from './SegmentDetail.module.css'
import { text } from './text.ts'

const icon = { size: 16, stroke: 1.6 }

/** State and actions of the segment. */
export function DetailBar({ segment }: { segment: Segment }) {
  const t = useWords(text)
  const s = useWords(segmentText)
  const c = useWords(common)
  const format = useFormat()
  const go = useGo()
  const mayEdit = useMayCall(labels.update)
  const mayDelete = useMayCall(labels.delete)
  const mayList = useMayOpen('profile-list') && !segment.membersClosed
  const maySend = useMayOpen('broadcast-create')
  const [going, setGoing] = useState(false)
  const { id, state, segmentRule } = segment
  const calculate = useCalculate(id)
  const rule =
    (segmentRule && filterOfSegment(segmentRule)) ??
    ({ condition: 'and', rules: [{ kind: 'label', operator: 'has_any', labelIds: [id] }] } as const)
  const next =
    state && segment.autoApplyEnabled && state.status === 'fresh'
      ? state.nextAt
        ? t.nextAt({ when: format.dateTime(state.nextAt) })
        : t.nextChange
      : ''
  return (
    <div className={styles.bar} data-type={segment.type}>
      <p>
        <SegmentState segment={segment} /> {next && <span className={styles.next}>{next}</span>}
      </p>
      {segment.type === 'advanced' && <SegmentSwitch segment={segment} which="autoApply" labelled />}
      {mayList && (
        <Button
          component={RouteLink}
          to="profile-list"
          hash={writeRule(rule as never)}
          leftSection={<IconListSearch {...icon} />}
        >
          {s.openList}
        </Button>
      )}
      {!segment.membersClosed && (
        <ExportPeople
          target={{
            filter: { rule: { condition: 'and', rules: [{ kind: 'label', operator: 'has_any', labelIds: [id] }] } },
          }}
          people={format.formatNumber(segment.targetCount)}
        />
      )}
      {maySend && (
        <Button
          leftSection={<IconSpeakerphone {...icon} />}
          onClick={() => go({ to: 'broadcast-create', state: () => ({ sendTo: { labelId: id } }) })}
        >
          {t.send}
        </Button>
      )}
      {mayEdit && (
        <Button
          variant="filled"
          component={RouteLink}
          to="segmentation-edit"
          params={{ labelId: id }}
          leftSection={<IconPencil {...icon} />}
        >
          {segment.type === 'advanced' ? s.edit : s.editLabel}
        </Button>
      )}
      {(mayDelete || (mayEdit && segment.type === 'advanced')) && (
        <ActionMenu label={t.options({ name: segment.name })}>
          {(close) => (
            <ul>
              {mayEdit && segment.type === 'advanced' && (
                <MenuAction
                  icon={IconRefresh}
                  label={state?.status === 'failed' ? t.tryAgain : s.calculate}
                  disabled={isCalculating(segment)}
                  close={close}
                  onAct={calculate}
                />
              )}
              {mayDelete && (
                <MenuAction icon={IconTrash} label={c.delete} close={close} onAct={() => setGoing(true)} danger />
              )}
            </ul>
          )}
        </ActionMenu>
      )}
      {going && (
        <DeleteSegment
          segment={segment}
          onDeleted={() => go({ to: 'segmentation-list', replace: true })}
          onClose={() => setGoing(false)}
        />
      )}
    </div>
  )
}
