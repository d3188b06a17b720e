import { Button } from '@mantine/core'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { IconCheck, IconDeviceMobile } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { FormNote } from '../../ui/FormNote.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { AccountRow } from '../accounts/account-row.ts'
import styles from './MenuEdit.module.css'
import { MenuStatus } from './MenuStatus.tsx'
import type { Menu } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import type { MenuEdit } from './use-menu-draft.ts'
import { useMenuUse } from './use-menu-use.ts'

const TestersDialog = lazyPart(() => import('../../broadcasts/composer/TestersDialog.tsx'))

/** Links to missing things, of all that are counted. */
const MAX_LINKS = 3

interface MenuBarProps {
  /** As the server has it now. */
  menu: Menu
  edit: MenuEdit
  account: AccountRow | undefined
  missing: readonly { path: string; words: string }[]
  readOnly: boolean
  onSeek: (path: string) => void
}

/** Above the editor: the state of the menu, what it lacks, and the buttons that try it and use it. */
export function MenuBar({ menu, edit, account, missing, readOnly, onSeek }: MenuBarProps) {
  const e = useWords(menuEditText)
  const format = useFormat()
  const phone = usePhone()
  const { base, isDirty, saving, error } = edit
  const using = useMenuUse(menu, edit)
  const mayUse = useMayCall(richMenus.publish) && !readOnly
  const isLacking = missing.length > 0
  const isInUse = menu.status === 'in_use' && !menu.hasDraft && !isDirty
  return (
    <header className={styles.bar}>
      <MenuStatus menu={menu} mayEdit={!readOnly} />
      {!readOnly && (
        <span role="status" className={styles.saved}>
          {saving || (isDirty && !error) ? e.saving : e.saved({ time: format.time(base.updatedAt) })}
        </span>
      )}
      {isLacking && !readOnly && !phone && (
        <p className={styles.missing}>
          {e.missing({ count: missing.length })}
          {missing.slice(0, MAX_LINKS).map(({ path, words }) => (
            <button key={path} type="button" onClick={() => onSeek(path)}>
              {words}
            </button>
          ))}
        </p>
      )}
      {mayUse && (
        <div className={styles.buttons}>
          {phone && isLacking ? (
            <Button variant="filled" onClick={() => onSeek(missing[0]!.path)}>
              {e.fixMissing({ count: missing.length })}
            </Button>
          ) : (
            <>
              <Button
                leftSection={<IconDeviceMobile size={16} stroke={1.6} />}
                disabled={isLacking}
                loading={using.isTrying}
                onClick={() => void using.tryIt()}
              >
                {e.tryIt}
              </Button>
              <Button
                variant="filled"
                leftSection={<IconCheck size={16} stroke={1.6} />}
                disabled={isLacking || isInUse}
                loading={using.isPublishing}
                onClick={() => void using.publish()}
              >
                {using.people === undefined ? e.useNow : e.use({ count: using.people })}
              </Button>
            </>
          )}
        </div>
      )}
      <FormNote message={error} />
      {using.needsTesters && (
        <Suspense>
          <TestersDialog
            account={account}
            onClose={using.closeTesters}
            onSaved={() => {
              using.closeTesters()
              void using.tryIt()
            }}
          />
        </Suspense>
      )}
    </header>
  )
}
