import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import { MAX_ITEMS } from '@ruam/contract/imports/items.ts'
import { callLimits } from '@ruam/contract/platform/constants.ts'
import { scopeNames, scopes } from '@ruam/contract/platform/scopes.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import type { ArticleBlock } from './article.ts'
import { bytes, errorNamesOf, type useDocument } from './document.ts'
import { ErrorExample, ItemExample } from './ErrorExample.tsx'
import { errorNotes } from './error-notes.ts'
import { errorSentence } from './error-sentence.ts'
import type { ExampleStore } from './example-store.ts'
import { FieldTables } from './FieldTables.tsx'
import { itemErrors } from './item-errors.ts'
import { Table } from './Table.tsx'
import { text } from './text.ts'
import { useAnswers } from './use-answers.ts'

interface GeneratedProps {
  what: Extract<ArticleBlock, { show: string }>['show']
  store: ExampleStore
  document: ReturnType<typeof useDocument>
}

/** Days for which receipts are kept. */
const RECEIPT_DAYS = 30

/** Parts of articles that are made of the contract. */
export function Generated({ what, store, document }: GeneratedProps) {
  const t = useWords(text)
  const { language } = usePreferences()
  const answers = useAnswers()
  if (what === 'fields') return <FieldTables store={store} activities={false} />
  if (what === 'scopes')
    return (
      <Table
        head={[t.scopes, t.meaning]}
        rows={scopeNames.map((name) => [{ text: name, code: true }, { text: scopes[name][language].join(': ') }])}
      />
    )
  if (what === 'item-errors')
    return (
      <Table
        head={[t.name, t.whatToDo]}
        ids={itemErrors.map(([name]) => name)}
        rows={itemErrors.map(([name, sentence]) => [
          { text: name, code: true },
          { text: sentence[language], more: <ItemExample name={name} store={store} shown={answers?.items[name]} /> },
        ])}
      />
    )
  if (!document.data) return document.error ? null : <Bones />
  if (what === 'limits') return <Limits document={document.data} />
  const names = errorNamesOf(document.data)
  return (
    <Table
      head={[t.name, t.status, t.whatToDo]}
      ids={names}
      rows={names.map((name) => [
        { text: name, code: true },
        { text: statusOf(name) },
        {
          text: [errorSentence(name, language), errorNotes[name]?.[language === 'th' ? 0 : 1]]
            .filter(Boolean)
            .join(' '),
          more: <ErrorExample name={name} store={store} shown={answers?.errors[name]} />,
        },
      ])}
    />
  )
}

const statusOf = (name: ErrorName) => `${errors[name].status} · ${errors[name].code}`

function Limits({ document }: { document: NonNullable<ReturnType<typeof useDocument>['data']> }) {
  const t = useWords(text)
  const sizes = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap((call) => call['x-body-bytes'] ?? [])
  const rows: [string, string][] = [
    [t.limitRequests, String(callLimits.program.perSecond)],
    [t.limitBurst, String(callLimits.program.burst)],
    [t.limitItems, MAX_ITEMS.toLocaleString('en')],
    [t.limitBody, `${bytes(Math.min(...sizes))} – ${bytes(Math.max(...sizes))}`],
    [t.limitPage, '1,000'],
    [t.limitKept, t.days({ count: RECEIPT_DAYS })],
  ]
  return <Table head={[t.limit, t.most]} rows={rows.map(([name, value]) => [{ text: name }, { text: value }])} />
}
