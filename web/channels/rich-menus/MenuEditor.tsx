import { richMenuLimits, richMenuSizes } from '@ruam/contract/channels/rich-menu.ts'
import { richMenuFaults } from '@ruam/contract/channels/rich-menu-faults.ts'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useEffect, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { mediaAddress } from '../../broadcasts/broadcast.ts'
import { useVisibleFaults } from '../../broadcasts/composer/use-visible-faults.ts'
import { focusField } from '../../broadcasts/parts.ts'
import rich from '../../broadcasts/rich/Rich.module.css'
import { useSendingAccounts } from '../../broadcasts/use-choices.ts'
import { useWords } from '../../data/text.ts'
import { AreaBoard } from '../../ui/areas/AreaBoard.tsx'
import { AreaHint } from '../../ui/areas/AreaHint.tsx'
import { areasOf } from '../../ui/areas/areas.ts'
import { DrawArea } from '../../ui/areas/DrawArea.tsx'
import { useAreaEditor } from '../../ui/areas/use-area-editor.ts'
import { LackedRights } from '../../ui/LackedRights.tsx'
import { useLackedRights } from '../../ui/may.ts'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { MenuActions } from './MenuActions.tsx'
import { MenuBar } from './MenuBar.tsx'
import { MenuFields } from './MenuFields.tsx'
import { MenuLayouts } from './MenuLayouts.tsx'
import { MenuPicture } from './MenuPicture.tsx'
import { MenuTry } from './MenuTry.tsx'
import { lettered, type Menu, type MenuDraft, resized, written } from './menu.ts'
import { menuEditText } from './menu-edit-text.ts'
import { cellsOf, layoutOf, type MenuLayout, type MenuSize } from './menu-layouts.ts'
import { useMenuDraft } from './use-menu-draft.ts'
import { useMenuMissing } from './use-menu-missing.ts'

const blank = { letter: '', label: '', action: null }

const partNames = {
  ...({ name: 'name', chatBarText: 'barText', opens: 'opens', size: 'picture', picture: 'picture' } as const),
  ...({ areas: 'picture', labelIds: 'whoSees', startsAt: 'time', endsAt: 'time' } as const),
}

/** A menu with its picture and areas, what they do, who sees it, and a phone to try it on. */
export function MenuEditor({ menu }: { menu: Menu }) {
  const e = useWords(menuEditText)
  const lacked = useLackedRights(richMenus.update)
  const readOnly = lacked.length > 0
  const edit = useMenuDraft(menu, readOnly)
  const { draft, change, conflicts } = edit
  usePageTitle(draft.name || menu.name)
  useUnsaved(edit.isDirty)
  const account = useSendingAccounts().data?.find(({ id }) => id === menu.channelId)
  const { areas, size } = draft
  const picture = richMenuSizes[size]
  const layout = layoutOf(areas, size, picture)
  const faults = richMenuFaults(written(draft, menu))
  const missing = useMenuMissing(draft, faults)
  const form = useVisibleFaults(faults)
  const editor = useAreaEditor({
    areas,
    picture,
    most: richMenuLimits.areas,
    isWhole: layout === 'whole',
    blank,
    onChange: (changed) => change({ areas: lettered(changed) }),
  })
  const [sought, setSought] = useState<{ path: string }>()
  // After the commit that opened its area.
  useEffect(() => {
    if (sought) focusField(sought.path)
  }, [sought])
  function seek(path: string) {
    const index = /^areas\.(\d+)/.exec(path)?.[1]
    if (index) editor.select(Number(index))
    form.showAll()
    setSought({ path })
  }
  const layOut = (to: MenuSize, next: MenuLayout) =>
    change({
      size: to,
      areas: lettered(
        areasOf(cellsOf(to, next), richMenuSizes[to]).map((area, index) => ({ ...blank, ...areas[index], ...area })),
      ),
    })
  /** Shows another picture, whose shape decides the size. */
  const show = (uploaded: NonNullable<MenuDraft['picture']>) =>
    change({
      picture: uploaded,
      size: uploaded.size,
      areas: uploaded.size === size ? areas : areas.map((area) => resized(area, size, uploaded.size)),
    })
  return (
    <div className={rich.screen}>
      <MenuBar menu={menu} edit={edit} account={account} missing={missing} readOnly={readOnly} onSeek={seek} />
      <div className={rich.columns}>
        <fieldset className={rich.form} disabled={readOnly} onInput={form.noteTyped} data-form>
          <section className={rich.draw} aria-label={e.picture}>
            {readOnly && <LackedRights rights={lacked}>{e.readOnly}</LackedRights>}
            <StaleNote
              stale={conflicts.length > 0}
              conflicts={conflicts.map(({ part, take }) => ({
                label: e[partNames[part]],
                value: e.changedByOther,
                onTake: take,
              }))}
            />
            <MenuPicture draft={draft} faults={form.visible} onUploaded={show} />
            <AreaBoard
              {...editor.board}
              src={draft.picture ? mediaAddress(draft.picture.name) : undefined}
              readOnly={readOnly}
            />
            <AreaHint {...editor.board} drawing={editor.draw.drawing} />
            <MenuLayouts size={size} isFixed={draft.picture !== null} chosen={layout} onChoose={layOut} />
            <DrawArea draw={editor.draw} />
            <MenuFields menu={menu} draft={draft} faults={form.visible} onChange={change} />
          </section>
          <MenuActions
            menu={menu}
            draft={draft}
            account={account}
            faults={form.visible}
            selected={editor.selected}
            onSelect={editor.select}
            onChange={(changed) => change({ areas: lettered(changed) })}
          />
        </fieldset>
        <MenuTry menu={menu} draft={draft} account={account} />
      </div>
    </div>
  )
}
