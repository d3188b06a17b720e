import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type AnswerKind, answerKinds, answers, answerWords } from '@ruam/contract/channels/answers.ts'
import {
  IconAlertTriangle,
  IconBrandLine,
  IconCircleCheck,
  IconClock,
  IconDeviceMobile,
  IconMessageQuestion,
  IconPlus,
  IconSearch,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { SettingTabs } from '../../app/SettingTabs.tsx'
import { ExtraWords } from '../../broadcasts/messages/extra-words.ts'
import { useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { breakpoints } from '../../ui/breakpoints.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { ListSearch } from '../../ui/SearchBox.tsx'
import { Toolbar } from '../../ui/Toolbar.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useView } from '../../ui/view.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import styles from './Answers.module.css'
import { AnswerTable } from './AnswerTable.tsx'
import { foundIn } from './answer.ts'
import { editText } from './edit-text.ts'
import { FirstAnswers } from './FirstAnswers.tsx'
import { GreetingConflicts } from './GreetingConflicts.tsx'
import { TryAnswers } from './TryAnswers.tsx'
import { text } from './text.ts'

const AnswerEdit = lazyPart(async () => ({ default: (await import('./AnswerEdit.tsx')).AnswerEdit }))
const HoursDialog = lazyPart(() => import('./HoursDialog.tsx'))
const LineAnswersDialog = lazyPart(() => import('../accounts/LineAnswersDialog.tsx'))

const icon = { size: 16, stroke: 1.6 }

/** Answers of a LINE account: what customers get when they write, and a phone to try them on. */
export function Answers() {
  const t = useWords(text)
  const e = useWords(editText)
  const view = useView({
    sorts: ['place'],
    sort: 'place',
    filters: { account: 'text', answer: 'text', word: 'text' },
  })
  const accounts = useSendingAccounts()
  const account = accounts.data?.find(({ id }) => String(id) === view.filters.account) ?? accounts.data?.[0]
  const extra = [
    { id: answerWords.last_visit, name: e.lastVisit },
    { id: answerWords.opening_hours, name: e.openingHours },
  ]
  return (
    <ExtraWords value={extra}>
      <SettingTabs />
      {accounts.error && !accounts.data && <Unread read={accounts} />}
      {!accounts.data && !accounts.error && <Bones />}
      {accounts.data?.length === 0 && (
        <EmptyState
          icon={IconBrandLine}
          title={t.noAccount}
          text={t.noAccountText}
          action={
            <Button component={RouteLink} to="setting-line-oa">
              {t.connect}
            </Button>
          }
        />
      )}
      {account && <AnswersOf key={account.id} account={account} accounts={accounts.data!} view={view} />}
    </ExtraWords>
  )
}

interface AnswersOfProps {
  account: AccountRow
  accounts: readonly AccountRow[]
  view: ReturnType<typeof useView<'place', { account: 'text'; answer: 'text'; word: 'text' }>>
}

function AnswersOf({ account, accounts, view }: AnswersOfProps) {
  const t = useWords(text)
  const mayEdit = useMayCall(answers.update)
  const narrow = useMediaQuery(breakpoints.narrow, undefined, { getInitialValueInEffect: false })
  const phone = usePhone()
  const params = { id: account.id }
  const read = useRead(answers.list, { params })
  const order = useWrite(answers.order)
  const [dialog, setDialog] = useState<'hours' | 'line' | 'try'>()
  const [tried, setTried] = useState<number>()
  const close = () => setDialog(undefined)
  const { answer: asked, word, account: chosenAccount } = view.filters
  const open = (answer: string | number | undefined, variant?: string) => {
    close()
    view.show({
      keyword: view.keyword,
      filters: { account: chosenAccount, ...(answer !== undefined && { answer: String(answer) }), word: variant },
    })
  }
  const answered = read.data
  const results = answered?.results ?? []
  const edited = results.find(({ id }) => String(id) === asked)
  const newKind = answerKinds.find((kind) => kind === asked)
  const isTaken = newKind !== undefined && newKind !== 'keyword' && results.some(({ kind }) => kind === newKind)
  const kind: AnswerKind | undefined = edited?.kind ?? (mayEdit && !isTaken ? newKind : undefined)
  if (answered && kind)
    return (
      <Suspense fallback={<Bones />}>
        <AnswerEdit
          key={asked}
          account={account}
          kind={kind}
          answer={edited}
          variant={word}
          myData={answered.myData}
          onDone={() => open(undefined)}
        />
      </Suspense>
    )
  const shown = view.keyword ? foundIn(results, view.keyword) : results
  const isEmpty = answered !== undefined && results.length === 0
  const tryPhone = (
    <TryAnswers
      account={account}
      results={results}
      mayEdit={mayEdit}
      onTested={setTried}
      onNew={(variant) => open('keyword', variant)}
    />
  )
  const hoursButton = mayEdit && answered && (
    <Button leftSection={<IconClock {...icon} />} onClick={() => setDialog('hours')}>
      {t.hours}
    </Button>
  )
  return (
    <div className={styles.screen}>
      <Toolbar
        actions={
          <>
            {narrow && !isEmpty && (
              <Button leftSection={<IconDeviceMobile {...icon} />} onClick={() => setDialog('try')}>
                {t.tryIt}
              </Button>
            )}
            {!phone && hoursButton}
            {mayEdit && !isEmpty && (
              <Button variant="filled" leftSection={<IconPlus {...icon} />} onClick={() => open('keyword')}>
                {t.add}
              </Button>
            )}
          </>
        }
      >
        <NativeSelect
          size="sm"
          className={styles.account}
          aria-label={t.account}
          value={String(account.id)}
          data={accounts.map(({ id, name, basicId }) => ({
            value: String(id),
            label: [name, basicId].filter(Boolean).join(' '),
          }))}
          onChange={(event) => view.show({ filters: { account: event.currentTarget.value } })}
        />
        {!isEmpty && <ListSearch view={view} label={t.search} />}
        {phone && hoursButton}
      </Toolbar>
      {read.error && answered && (
        <ErrorBanner message={read.error.message} onRetry={() => void read.refetch()} busy={read.isFetching} />
      )}
      {read.error && !answered && <Unread read={read} />}
      {!answered && !read.error && <Bones />}
      {isEmpty && mayEdit && (
        <FirstAnswers account={account} hoursUpdatedAt={answered.hoursUpdatedAt} onOwn={() => open('keyword')} />
      )}
      {isEmpty && !mayEdit && <EmptyState icon={IconMessageQuestion} title={t.emptyRead} text={t.emptyReadText} />}
      {answered && !isEmpty && (
        <div className={styles.columns}>
          <div className={styles.list}>
            <p className={styles.free}>
              <IconCircleCheck size={18} stroke={1.6} aria-hidden />
              <span>
                <strong>{t.given({ count: answered.answered })}</strong> {t.free}
              </span>
            </p>
            {account.lineAnswers !== 'off' && (
              <p className={styles.warning}>
                <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
                <span>
                  {t.ownAnswers}{' '}
                  <button type="button" onClick={() => setDialog('line')}>
                    {t.seeHow}
                  </button>
                </span>
              </p>
            )}
            <GreetingConflicts accountId={account.id} />
            {view.keyword && shown.length === 0 ? (
              <EmptyState icon={IconSearch} title={t.noneFound} text={t.noneFoundText} />
            ) : (
              <div className={styles.scroll}>
                <AnswerTable
                  account={account}
                  results={results}
                  shown={shown}
                  isSearched={view.keyword !== ''}
                  hours={answered.hours}
                  stops={answered.stops}
                  tried={tried}
                  mayEdit={mayEdit}
                  onOpen={open}
                  onOrder={(ids) => order.mutate({ params, body: { ids } })}
                />
              </div>
            )}
            <footer className={styles.foot}>
              <span>
                {t.foot({
                  asked: answered.asked,
                  answered: answered.answered,
                  unanswered: answered.unanswered,
                })}
              </span>
              <span>{t.shown({ shown: shown.length, all: results.length })}</span>
            </footer>
          </div>
          {!narrow && <aside className={styles.side}>{tryPhone}</aside>}
        </div>
      )}
      {dialog === 'try' && (
        <Dialog opened side title={t.tryIt} onClose={close}>
          {tryPhone}
        </Dialog>
      )}
      <Suspense>
        {dialog === 'hours' && answered && <HoursDialog accountId={account.id} record={answered} onClose={close} />}
        {dialog === 'line' && <LineAnswersDialog account={account} onClose={close} />}
      </Suspense>
    </div>
  )
}
