import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { ScreenBones } from '../../ui/Bones.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { type RichDraft, RichEditing } from '../messages/rich-editing.ts'
import type { Draft } from '../use-draft.ts'

const RichScreen = lazyPart(() => import('./RichScreen.tsx'))

interface RichHostProps {
  draft: RichDraft
  form: { visible: readonly Fault[]; noteTyped: (event: FormEvent) => void }
  readOnly: boolean
  onChange: (parts: Partial<Draft>) => void
  children: ReactNode
}

/** The composer, or in its place the editor of one of its rich messages. */
export function RichHost({ draft, form, readOnly, onChange, children }: RichHostProps) {
  const [editing, setEditing] = useState<{ open?: number; left?: number }>({})
  const { messages } = draft
  const message = editing.open === undefined ? undefined : messages[editing.open]
  const context = { left: editing.left, open: (place: number) => setEditing({ open: place }) }
  if (message?.type !== 'imagemap') return <RichEditing value={context}>{children}</RichEditing>
  const place = editing.open!
  return (
    <Suspense fallback={<ScreenBones />}>
      <RichScreen
        message={message}
        place={place}
        draft={draft}
        form={form}
        readOnly={readOnly}
        onChange={(changed) => onChange({ messages: messages.with(place, changed) })}
        onDone={() => setEditing({ left: place })}
      />
    </Suspense>
  )
}
