import { useWords } from '../../data/text.ts'
import { marked, plain } from '../Sentence.tsx'
import type { Preview } from './preview.ts'
import { takeBackText } from './take-back-text.ts'

/** Something that can be undone. */
export interface BackLine {
  key: string
  what: 'label' | 'value' | 'note'
  /** The label or the field. */
  of?: number
  /** Sentence with a marked name. */
  title: string
  /** The same without marks. */
  label: string
  /** What stays. */
  kept: string
}

/** What taking back would change, a line for each label and field, and one for the notes. */
export function useBackLines({ labels, values, notes }: Preview): BackLine[] {
  const t = useWords(takeBackText)
  const line = (one: Omit<BackLine, 'label'>): BackLine => ({ ...one, label: plain(one.title) })
  return [
    ...labels
      .filter(({ removed, returned, kept }) => removed + returned + kept > 0)
      .map(({ id, name: plainName, removed, returned, kept }) => {
        const name = marked(plainName)
        const title =
          returned === 0
            ? t.removes({ name, count: removed })
            : removed === 0
              ? t.returns({ name, count: returned })
              : t.both({ name, removed, returned })
        return line({
          key: `label ${id}`,
          what: 'label',
          of: id,
          title,
          kept: kept > 0 ? t.keptLabels({ count: kept }) : '',
        })
      }),
    ...values
      .filter(({ back, kept }) => back + kept > 0)
      .map(({ id, name, back, kept, closed }) =>
        line({
          ...{ key: `value ${id}`, what: 'value', of: id },
          title: t.restores({ name: marked(name), count: back }),
          kept: closed ? t.closed : kept > 0 ? t.keptValues({ count: kept }) : '',
        }),
      ),
    ...(notes.open > 0
      ? [
          line({
            ...{ key: 'note', what: 'note' },
            title: t.deletesNotes({ count: notes.open }),
            kept: notes.kept > 0 ? t.keptNotes({ count: notes.kept }) : '',
          }),
        ]
      : []),
  ]
}
