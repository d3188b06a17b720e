import { Button } from '@mantine/core'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import { IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRead, useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Bones } from '../../ui/Bones.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MenuAction } from '../../ui/MenuAction.tsx'
import { useMayCall } from '../../ui/may.ts'
import overlays from '../../ui/overlays.module.css'
import { Unread } from '../../ui/Unread.tsx'
import { Preview } from '../preview/Preview.tsx'
import type { Draft } from '../use-draft.ts'
import TemplateDialog, { type TemplateSummary } from './TemplateDialog.tsx'
import styles from './Templates.module.css'
import { templateText } from './template-text.ts'

type Parts = Pick<Draft, 'messages' | 'quickReplies'>

interface TemplatesDialogProps {
  draft: Draft
  onUse: (parts: Parts) => void
  onClose: () => void
}

/** Pixels of a list and a phone in one row. */
const WIDE = 760

/** Templates of the store, each drawn as customers see it. */
export default function TemplatesDialog({ draft, onUse, onClose }: TemplatesDialogProps) {
  const t = useWords(templateText)
  const confirm = useConfirm()
  const list = useRead(broadcastTemplates.list, {}, { staleTime: 0 })
  const [chosenId, setChosenId] = useState<number>()
  const [renamed, setRenamed] = useState<TemplateSummary>()
  // Not read again, for its answer would be an error.
  const [deletedId, setDeletedId] = useState<number>()
  const templates = list.data?.results ?? []
  const chosen = templates.find(({ id }) => id === chosenId) ?? templates[0]
  const read = useRead(
    broadcastTemplates.get,
    { params: { id: chosen?.id ?? 0 } },
    { enabled: chosen !== undefined && chosen.id !== deletedId },
  )
  const template = read.data?.id === chosen?.id ? read.data : undefined
  const isFilled = draft.messages.length > 0
  const fits = template !== undefined && draft.messages.length + template.messages.length <= messageLimits.messages
  async function use({ messages, quickReplies }: Parts) {
    const question = { title: t.replaceTitle, text: t.replaceText, yes: t.replace }
    if (isFilled && !(await confirm(question))) return
    onUse({ messages, quickReplies })
    onClose()
  }
  function append({ messages, quickReplies }: Parts) {
    onUse({
      messages: [...draft.messages, ...messages],
      quickReplies: [...draft.quickReplies, ...quickReplies].slice(0, messageLimits.quickReplies),
    })
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={t.title} size={WIDE} transitionProps={{ duration: 0 }}>
      {list.error && !list.data && <Unread read={list} />}
      {!list.data && !list.error && <Bones />}
      {list.data?.total === 0 && <EmptyState icon={IconTemplate} title={t.emptyTitle} text={t.emptyText} />}
      {chosen && (
        <>
          <div className={styles.columns}>
            <ul className={styles.list} aria-label={t.list}>
              {templates.map((one) => (
                <Line
                  key={one.id}
                  template={one}
                  isChosen={one.id === chosen.id}
                  onChoose={() => setChosenId(one.id)}
                  onRename={() => setRenamed(one)}
                  onDelete={(deleted) => setDeletedId(deleted ? one.id : undefined)}
                />
              ))}
            </ul>
            <div className={styles.seen}>
              {read.error && !template && <Unread read={read} />}
              {!template && !read.error && <Bones />}
              {template && (
                <>
                  {template.closedWords > 0 && (
                    <p className={styles.note}>{t.closedWords({ count: template.closedWords })}</p>
                  )}
                  <Preview
                    title={template.name}
                    draft={{ ...draft, messages: template.messages, quickReplies: template.quickReplies }}
                  />
                </>
              )}
            </div>
          </div>
          <div className={overlays.dialogFoot}>
            {isFilled && fits && (
              <Button size="md" onClick={() => append(template)}>
                {t.append}
              </Button>
            )}
            <Button
              size="md"
              variant="filled"
              disabled={!template}
              data-autofocus
              onClick={() => template && void use(template)}
            >
              {t.use}
            </Button>
          </div>
        </>
      )}
      {renamed && <TemplateDialog template={renamed} onClose={() => setRenamed(undefined)} />}
    </Dialog>
  )
}

interface LineProps {
  template: TemplateSummary
  isChosen: boolean
  onChoose: () => void
  onRename: () => void
  /** Called with false if it could not be deleted. */
  onDelete: (deleted: boolean) => void
}

function Line({ template, isChosen, onChoose, onRename, onDelete }: LineProps) {
  const { id, name, messages, quickReplies, author } = template
  const t = useWords(templateText)
  const c = useWords(common)
  const confirm = useConfirm()
  const remove = useWrite(broadcastTemplates.delete)
  const may = { rename: useMayCall(broadcastTemplates.rename), delete: useMayCall(broadcastTemplates.delete) }
  const facts = [
    t.messages({ count: messages }),
    quickReplies > 0 && t.replies({ count: quickReplies }),
    author?.name,
  ].filter(Boolean)
  async function askDelete() {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete }
    if (!(await confirm({ ...question, mode: 'cancel' }))) return
    onDelete(true)
    remove.mutate({ params: { id } }, { onError: () => onDelete(false) })
  }
  return (
    <li data-chosen={isChosen}>
      <button type="button" aria-pressed={isChosen} onClick={onChoose}>
        <strong>{name}</strong>
        <span>{facts.join(' · ')}</span>
      </button>
      {(may.rename || may.delete) && (
        <ActionMenu label={t.actionsOf({ name })}>
          {(close) => (
            <ul>
              {may.rename && <MenuAction icon={IconPencil} label={t.rename} close={close} onAct={onRename} />}
              {may.delete && (
                <MenuAction icon={IconTrash} label={c.delete} close={close} danger onAct={() => askDelete()} />
              )}
            </ul>
          )}
        </ActionMenu>
      )}
    </li>
  )
}
