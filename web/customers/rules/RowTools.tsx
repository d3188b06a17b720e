import {
  IconArrowDown,
  IconArrowUp,
  IconClipboard,
  IconClipboardText,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconTrash,
} from '@tabler/icons-react'
import type { ClipboardEvent, KeyboardEvent } from 'react'
import { useWords } from '../../data/text.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { alerts } from '../../ui/alerts.ts'
import { MenuAction } from '../../ui/MenuAction.tsx'
import styles from './Rules.module.css'
import { text } from './text.ts'
import type { Builder } from './use-builder.ts'

const icon = { size: 16, stroke: 1.6 }

interface ToolProps {
  builder: Builder
  itemKey: number
  name: string
}

/** Handle of a rule or group: moved by arrow keys, copied and pasted as text. */
export function Handle({ builder, itemKey, name }: ToolProps) {
  const t = useWords(text)
  const press = (event: KeyboardEvent) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (by) builder.move(itemKey, by)
    else if (event.key === 'Delete') builder.remove(itemKey)
    else return
    event.preventDefault()
    // The keys are this row's, not those of the group around it.
    event.stopPropagation()
  }
  const copy = (event: ClipboardEvent) => {
    event.clipboardData.setData('text/plain', builder.textOf(itemKey))
    event.preventDefault()
    alerts.success(t.copied)
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    const wrong = builder.paste(itemKey, event.clipboardData.getData('text/plain'))
    if (wrong) alerts.error(wrong)
  }
  return (
    <button
      type="button"
      data-handle
      className={styles.handle}
      aria-label={t.move({ name })}
      aria-keyshortcuts="ArrowUp ArrowDown Control+C Control+V Delete"
      title={t.moveHint}
      onKeyDown={press}
      onCopy={copy}
      onPaste={paste}
    >
      <IconGripVertical {...icon} />
    </button>
  )
}

/** Everything that can be done with a rule or a group. */
export function RowMenu({ builder, itemKey, name }: ToolProps) {
  const t = useWords(text)
  const actions = [
    [t.moveUp, IconArrowUp, () => builder.move(itemKey, -1)],
    [t.moveDown, IconArrowDown, () => builder.move(itemKey, 1)],
    [t.duplicate, IconCopy, () => builder.duplicate(itemKey)],
    [t.copy, IconClipboardText, () => void builder.copy(itemKey)],
    [t.paste, IconClipboard, () => builder.setPasting(itemKey)],
  ] as const
  return (
    <ActionMenu label={t.options({ name })} icon={<IconDots size={18} stroke={1.6} />}>
      {(close) => (
        <ul>
          {actions.map(([label, Icon, act]) => (
            <MenuAction key={label} icon={Icon} label={label} close={close} onAct={act} />
          ))}
          <MenuAction icon={IconTrash} label={t.remove} close={close} onAct={() => builder.remove(itemKey)} danger />
        </ul>
      )}
    </ActionMenu>
  )
}
