import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { preference } from '../../data/storage.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { option, PlainSelect } from '../../ui/PlainSelect.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { useSendingAccounts } from '../use-choices.ts'
import { listText } from './list-text.ts'

const CalendarPart = lazyPart(() => import('../calendar/CalendarPart.tsx'))

const hidden = preference<boolean>('broadcast-calendar-hidden')

/** The calendar above the list, of the account that is chosen in the address; this browser remembers if it is hidden. */
export function CalendarPlace() {
  const t = useWords(listText)
  const [isHidden, setHidden] = useState(hidden.get() ?? false)
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const accounts = useSendingAccounts().data
  const account = accounts?.find(({ id }) => String(id) === String(search.account)) ?? accounts?.[0]
  const hide = (next: boolean) => {
    hidden.set(next)
    setHidden(next)
  }
  return (
    <>
      {account && (isHidden || accounts!.length > 1) && (
        <Toolbar>
          {isHidden ? (
            <Button leftSection={<IconCalendarTime size={16} stroke={1.6} />} onClick={() => hide(false)}>
              {t.showCalendar}
            </Button>
          ) : (
            <PlainSelect
              aria-label={t.account}
              value={account.id}
              onChange={({ currentTarget: { value } }) =>
                void navigate({ to: '.', search: { ...search, account: value } as never, resetScroll: false })
              }
            >
              {accounts!.map(({ id, name }) => ({ value: String(id), label: name })).map(option)}
            </PlainSelect>
          )}
        </Toolbar>
      )}
      {account && !isHidden && (
        <Suspense fallback={<Bones />}>
          <CalendarPart channelId={account.id} onHide={() => hide(true)} />
        </Suspense>
      )}
    </>
  )
}
