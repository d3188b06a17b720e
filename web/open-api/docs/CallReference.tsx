import type { CallWords } from '@ruam/contract/open-api/call-words.ts'
import { wordsOfPart } from '@ruam/contract/open-api/part-words.ts'
import { scopeNames, scopes } from '@ruam/contract/platform/scopes.ts'
import type { Pair } from '@ruam/contract/platform/sentence.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { AnchorLink } from './AnchorLink.tsx'
import styles from './CallReference.module.css'
import { bytes, jsonOf, type Operation, operationOf, type Schema, typeOf, type useDocument } from './document.ts'
import { errorSentence } from './error-sentence.ts'
import type { ExampleStore } from './example-store.ts'
import { FieldTables } from './FieldTables.tsx'
import { Inline } from './Inline.tsx'
import { Table } from './Table.tsx'
import { text } from './text.ts'

interface CallReferenceProps {
  call: string
  words: CallWords
  store: ExampleStore
  document: ReturnType<typeof useDocument>
}

/** Reference of a call, made of the document that the server gives to programs. */
export function CallReference({ call, words, store, document }: CallReferenceProps) {
  const at = usePreferences().language === 'th' ? 0 : 1
  const operation = operationOf(document.data, call)
  return (
    <>
      <p>
        <Inline text={words.about[at]} />
      </p>
      {operation ? <Reference {...{ call, words, store, operation }} /> : document.error ? null : <Bones />}
    </>
  )
}

const headers: Readonly<Record<string, Pair>> = {
  'Idempotency-Key': [
    'ชื่อของคำขอ ส่งซ้ำด้วยชื่อและ body เดิมได้ผลเดิม',
    'Names the request. Sent again with the same content, it gets the first results.',
  ],
  'Ruam-Dry-Run': ['`true` คือทดลอง ไม่บันทึก', '`true` for a test run, which stores nothing.'],
  'Accept-Language': ['`en` เพื่อรับข้อความภาษาอังกฤษ', '`en` for messages in English.'],
}

type ReferenceProps = Omit<CallReferenceProps, 'document'> & { operation: Operation }

function Reference({ call, words, store, operation }: ReferenceProps) {
  const t = useWords(text)
  const { language } = usePreferences()
  const at = language === 'th' ? 0 : 1
  const meaning = (name: string) => (headers[name] ?? wordsOfPart(words, name))?.[at] ?? ''
  const places = { path: t.inPath, query: t.inQuery, header: t.inHeader }
  const body = jsonOf(operation.requestBody)
  const row = (name: string, place: string, schema: Schema, required: boolean | undefined) => [
    { text: name, code: true },
    { text: [place, required && t.required].filter(Boolean).join(' · ') },
    { text: [typeOf(schema) === 'any' ? '' : typeOf(schema), meaning(name)].filter(Boolean).join(' · ') },
  ]
  const sent = [
    ...operation.parameters.map((one) => row(one.name, places[one.in], one.schema, one.required)),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      row(name, t.body, schema, body?.required?.includes(name)),
    ),
  ]
  const answer = jsonOf(operation.responses[200])
  const size = operation['x-body-bytes']
  const anyScope = operation['x-scopes'].length === scopeNames.length
  const sends = /^POST \/open-api\/v1\/(profiles|activities)(\/batch)?$/.test(call)
  return (
    <>
      <p className={styles.scopes}>
        {t.scopes}:{' '}
        {anyScope
          ? t.anyScope
          : operation['x-scopes'].map((scope, place) => (
              <span key={scope}>
                {place > 0 && ', '}
                <code>{scope}</code> {scopes[scope][language][0]}
              </span>
            ))}
        {!anyScope && operation['x-scopes'].length > 1 && ` (${t.oneOf})`}
        {size !== undefined && ` · ${t.bodyUpTo({ size: bytes(size) })}`}
      </p>
      <h2>{t.sent}</h2>
      <Table head={[t.name, t.where, t.meaning]} rows={sent} />
      {sends && (
        <>
          <h2>{call.includes('activities') ? t.activityFields : t.fields}</h2>
          <FieldTables store={store} activities={call.includes('activities')} />
        </>
      )}
      {answer && (
        <>
          <h2>{t.answer}</h2>
          <Table
            head={[t.name, t.type, t.meaning]}
            rows={rowsOfAnswer(answer).map(({ name, type, own }) => [
              { text: name, code: true },
              { text: type, code: true },
              { text: own ? (wordsOfPart(words, name)?.[at] ?? '') : '' },
            ])}
          />
        </>
      )}
      <h2>{t.errors}</h2>
      <ul className={styles.errors}>
        {operation['x-errors'].map(({ error, status }) => (
          <li key={error}>
            <AnchorLink anchor={error}>
              {status} <code>{error}</code>
            </AnchorLink>{' '}
            <span>{errorSentence(error, language)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Rows of an answer: its own parts, and those of the items of its lists. */
function rowsOfAnswer({ properties = {} }: Schema): { name: string; type: string; own: boolean }[] {
  return Object.entries(properties).flatMap(([name, schema]) => [
    { name, type: typeOf(schema), own: true },
    ...insideOf(schema).map(([inner, part]) => ({ name: `${name}[].${inner}`, type: typeOf(part), own: false })),
  ])
}

function insideOf(schema: Schema): [string, Schema][] {
  const lists = [schema, ...(schema.anyOf ?? [])].flatMap(({ items }) => items ?? [])
  const objects = lists.flatMap((items) => [items, ...(items.anyOf ?? [])])
  return [...new Map(objects.flatMap(({ properties = {} }) => Object.entries(properties)))]
}
