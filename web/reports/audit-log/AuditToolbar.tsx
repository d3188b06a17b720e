import { Button, NativeSelect } from '@mantine/core'
import { people } from '@ruam/contract/access/people.ts'
import { IconX } from '@tabler/icons-react'
import { ExportList } from '../../background/exports/ExportList.tsx'
import { DayEnds } from '../../customers/profiles/DayEnds.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useMayCall } from '../../ui/may.ts'
import { Pills } from '../../ui/Pills.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import styles from './AuditLog.module.css'
import { type AuditView, type DayChoice, dayChoices } from './audit-view.ts'
import { TopicMenu } from './TopicMenu.tsx'
import { subjectText, text } from './text.ts'

/** Search, topics, person and days above the audit log. */
export function AuditToolbar({ audit }: { audit: AuditView }) {
  const t = useWords(text)
  const called = useWords(subjectText) as Record<string, string>
  const { view, range, choice, filter } = audit
  const { user, days, thing, id } = view.filters
  const mayList = useMayCall(people.list)
  const members = useRead(people.list, { query: { limit: 0, status: 'member' } as never }, { enabled: mayList })
  const everybody = members.data?.data.filter((one) => 'firstName' in one && one.id) ?? []
  const choose = (next: DayChoice) => filter({ days: next === 'all' ? undefined : next })
  return (
    <Toolbar actions={<ExportList type="audit_log" filter={range} />}>
      <ListSearch view={view} label={t.search} />
      <TopicMenu audit={audit} />
      {everybody.length > 0 && (
        <NativeSelect
          size="sm"
          className={styles.person}
          aria-label={t.person}
          value={user ?? ''}
          data={[
            { value: '', label: t.anybody },
            ...everybody.map((one) => ({ value: String(one.id), label: `${one.firstName} ${one.lastName}` })),
          ]}
          onChange={(event) => filter({ user: event.currentTarget.value || undefined })}
        />
      )}
      <Pills
        label={t.days}
        choices={dayChoices.map((value) => ({ value, text: t[value] }))}
        chosen={choice}
        onChoose={choose}
      />
      {choice === 'range' && (
        <div className={styles.days}>
          <DayEnds
            value={days === 'range' ? '' : days}
            heard={{ from: t.from, to: t.to }}
            onChange={(written) => filter({ days: written || 'range' })}
          />
        </div>
      )}
      {thing && (
        <Button
          size="sm"
          rightSection={<IconX size={16} stroke={1.6} />}
          onClick={() => filter({ thing: undefined, id: undefined })}
        >
          {t.only({ thing: id ? t.numbered({ thing: called[thing] ?? thing, id }) : (called[thing] ?? thing) })}
        </Button>
      )}
    </Toolbar>
  )
}
