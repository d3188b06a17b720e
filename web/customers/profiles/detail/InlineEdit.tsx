import { IconPencil } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useWords } from '../../../data/text.ts'
import type { ProfileListField } from '../values.ts'
import { MayEdit } from './edit-context.ts'
import styles from './InlineEdit.module.css'
import { InlineEditForm } from './InlineEditForm.tsx'
import { inlineEditText } from './inline-edit-text.ts'

interface EditInPlaceProps {
  /** Name of the value, and id of the element that shows it. */
  title: string
  titleId?: string | undefined
  /** Fields edited together: one, or the parts of a name. */
  fields: readonly ProfileListField[]
  className?: string | undefined
  /** The value calls the customer, above everything else, and is this in full. */
  heading?: string | undefined
  /** The value as it is read. */
  children: ReactNode
}

/** Values that can be edited in place: neither computed nor still hidden ones. */
const editsInPlace = ({ type, masked }: ProfileListField) => type !== 'transform_profile' && !masked

/** A value that a click makes its own input, or Enter or E once it has the focus. */
export function InlineEdit(props: EditInPlaceProps) {
  const { title, titleId, fields, className, heading, children } = props
  const t = useWords(inlineEditText)
  const mayEdit = useContext(MayEdit)
  const value = useRef<HTMLSpanElement>(null)
  const [part, setPart] = useState<number>()
  const back = useFocusReturn(value, part !== undefined)
  const own = fields.filter(editsInPlace)
  const wrap = (content: ReactNode) =>
    heading ? (
      <h2 className="ruam-two-lines" title={heading} data-heading>
        {content}
      </h2>
    ) : (
      content
    )
  if (!mayEdit || own.length === 0) return wrap(<span className={className}>{children}</span>)
  if (part !== undefined)
    return (
      <>
        {heading && <h2 className="ruam-heard">{children}</h2>}
        <InlineEditForm
          title={title}
          fields={own}
          first={part}
          onLeave={(focus) => {
            if (focus) back()
            setPart(undefined)
          }}
        />
      </>
    )
  const open = ({ target }: MouseEvent | KeyboardEvent) => {
    const clicked = target instanceof Element ? target.closest('[data-part]')?.getAttribute('data-part') : undefined
    const first = own.find(({ id }) => String(id) === clicked) ?? own.find(({ name }) => name !== 'prefixName')
    setPart((first ?? own[0]!).id)
  }
  return wrap(
    // biome-ignore lint/a11y/useSemanticElements: the text of a button cannot be marked and copied
    <span
      ref={value}
      role="button"
      tabIndex={0}
      className={`${className ?? ''} ${styles.value}`}
      aria-labelledby={titleId && `${titleId} ${titleId}-value`}
      id={titleId && `${titleId}-value`}
      title={heading ? `${heading}\n${t.press}` : t.press}
      aria-keyshortcuts="Enter e"
      onClick={(event) => getSelection()?.isCollapsed !== false && open(event)}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return
        if (event.key !== 'Enter' && event.key !== ' ' && event.code !== 'KeyE') return
        event.preventDefault()
        open(event)
      }}
    >
      {children}
      <IconPencil className={styles.pencil} size={14} stroke={1.6} />
    </span>,
  )
}

/** Gives the focus back to the value once its input has gone, where the person did not leave it for something else. */
export function useFocusReturn(value: { current: HTMLElement | null }, editing: boolean) {
  const wanted = useRef(false)
  useEffect(() => {
    if (!editing && wanted.current) value.current?.focus()
    wanted.current = false
  }, [editing, value])
  return () => {
    wanted.current = true
  }
}
