import { broadcastTemplates } from '@ruam/contract/broadcasts/templates.ts'
import { IconBookmark, IconTemplate } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import type { Draft } from '../use-draft.ts'
import styles from './Templates.module.css'
import { templateText } from './template-text.ts'

const TemplatesDialog = lazyPart(() => import('./TemplatesDialog.tsx'))
const TemplateDialog = lazyPart(() => import('./TemplateDialog.tsx'))

const icon = { size: 16, stroke: 1.6 }

interface TemplateLinksProps {
  draft: Draft
  broadcastId: number | undefined
  onChange: (parts: Pick<Draft, 'messages' | 'quickReplies'>) => void
}

/** Begins the messages of a draft with a template of the store, or keeps them as one. */
export function TemplateLinks({ draft, broadcastId, onChange }: TemplateLinksProps) {
  const t = useWords(templateText)
  const may = { use: useMayCall(broadcastTemplates.list), save: useMayCall(broadcastTemplates.create) }
  const [open, setOpen] = useState<'use' | 'save'>()
  const close = () => setOpen(undefined)
  return (
    <div className={styles.links}>
      {may.use && (
        <button type="button" onClick={() => setOpen('use')}>
          <IconTemplate {...icon} />
          {t.begin}
        </button>
      )}
      {may.save && draft.messages.length > 0 && (
        <button type="button" onClick={() => setOpen('save')}>
          <IconBookmark {...icon} />
          {t.save}
        </button>
      )}
      <Suspense>
        {open === 'use' && <TemplatesDialog draft={draft} onUse={onChange} onClose={close} />}
        {open === 'save' && <TemplateDialog draft={draft} broadcastId={broadcastId} onClose={close} />}
      </Suspense>
    </div>
  )
}
