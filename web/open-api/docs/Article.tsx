import { answerText } from '@ruam/contract/open-api/example-answers.ts'
import type { Pair } from '@ruam/contract/platform/sentence.ts'
import { usePreferences } from '../../data/preferences.ts'
import { useSession } from '../../data/session.ts'
import { AddressLink, RouteLink } from '../../ui/route.tsx'
import type { ArticleBlock, Prose } from './article.ts'
import { Code } from './Code.tsx'
import type { useDocument } from './document.ts'
import type { ExampleStore } from './example-store.ts'
import { Generated } from './Generated.tsx'
import { Inline } from './Inline.tsx'
import { storelessAddress } from './storeless.ts'
import { Table } from './Table.tsx'
import { useAnswers } from './use-answers.ts'

interface PartProps {
  store: ExampleStore
  document: ReturnType<typeof useDocument>
}

/** A hand-written article. */
export function Article({ prose, ...rest }: PartProps & { prose: Prose }) {
  return prose.blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of an article do not move
    <BlockPart key={place} block={block} {...rest} />
  ))
}

function BlockPart({ block, store, document }: PartProps & { block: ArticleBlock }) {
  const at = usePreferences().language === 'th' ? 0 : 1
  const { store: open } = useSession()
  const say = (pair: Pair) => <Inline text={pair[at]} />
  if ('h' in block) return <h2 id={block.id}>{say(block.h)}</h2>
  if ('p' in block) return <p>{say(block.p)}</p>
  if ('code' in block) return <Code code={block.code(store)} language={block.language ?? 'bash'} />
  if ('answer' in block) return <Answer call={block.answer} store={store} />
  if ('address' in block)
    return (
      <p>
        <AddressLink to={block.address}>{say(block.link)}</AddressLink>
      </p>
    )
  if ('link' in block)
    return (
      <p>
        {open ? (
          <RouteLink to={block.to}>{say(block.link)}</RouteLink>
        ) : (
          <AddressLink to={storelessAddress(block.to)}>{say(block.link)}</AddressLink>
        )}
      </p>
    )
  if ('show' in block) return <Generated what={block.show} store={store} document={document} />
  if ('table' in block) {
    const [head, ...rows] = block.table
    return (
      <Table head={head!.map((pair) => pair[at])} rows={rows.map((row) => row.map((pair) => ({ text: pair[at] })))} />
    )
  }
  const items = 'steps' in block ? block.steps : block.list
  const List = 'steps' in block ? 'ol' : 'ul'
  return (
    <List>
      {items.map((item) => (
        <li key={item[1]}>{say(item)}</li>
      ))}
    </List>
  )
}

function Answer({ call, store }: { call: string; store: ExampleStore }) {
  const answer = useAnswers()?.calls[call]
  const body = answer && answerText(answer, store)
  return body === undefined ? null : <Code code={body} language="javascript" copies={false} />
}
