import { CloseButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import { common } from '../data/words.ts'
import type { Item } from './item.ts'
import styles from './Palette.module.css'
import { paletteText } from './text.ts'
import { type PaletteProps, usePalette } from './use-palette.tsx'

/** Finds customers, what can be done with them, pages and commands, by typing a part of what they are called. */
export default function Palette(props: PaletteProps) {
  const t = useWords(paletteText)
  const c = useWords(common)
  const { dialog, input, list, idOf, close, run, ...palette } = usePalette(props)
  const { typed, visiting, groups, chosen, waits, said, searches } = palette
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={dialog}
        className={styles.palette}
        aria-label={t.label}
        onCancel={(event) => {
          event.preventDefault()
          close()
        }}
        onClick={({ target, currentTarget }) => target === currentTarget && close()}
      >
        <div className={styles.box}>
          <div className={styles.search}>
            {visiting ? <span className={styles.mode}>{t.visitWhom}</span> : <IconSearch size={18} stroke={1.6} />}
            <input
              ref={input}
              role="combobox"
              aria-label={visiting ? t.visitWhom : t.label}
              aria-expanded
              aria-autocomplete="list"
              aria-controls={list}
              aria-activedescendant={idOf(chosen)}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              // A dialog below is not meant by Esc.
              data-mantine-stop-propagation
              placeholder={visiting ? t.visitHint : searches ? t.hint : t.hintPages}
              value={typed}
              onChange={(event) => palette.change(event.currentTarget.value)}
              onKeyDown={palette.onKeyDown}
            />
            <kbd>Esc</kbd>
            <CloseButton className={styles.close} size={44} aria-label={c.close} onClick={close} />
          </div>
          <p
            role="status"
            className={said.heard ? 'ruam-heard' : styles.said}
            data-empty={said.text === '' || undefined}
          >
            {said.text}
          </p>
          <div id={list} role="listbox" aria-label={t.label} aria-busy={waits} className={styles.list}>
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options
              <div key={group.id} role="group" aria-labelledby={`${list}-${group.id}`}>
                <div id={`${list}-${group.id}`} className={styles.title}>
                  {group.title}
                </div>
                {group.items.map((item) => (
                  <Option
                    key={item.id}
                    id={idOf(item)!}
                    item={item}
                    chosen={item === chosen}
                    onPoint={() => palette.pick(item.id)}
                    onChoose={() => run(item)}
                  />
                ))}
              </div>
            ))}
          </div>
          <p className={styles.keys} aria-hidden>
            <span>
              <kbd>↑ ↓</kbd> {t.keysMove}
            </span>
            <span>
              <kbd>Enter</kbd> {t.keysOpen}
            </span>
            {palette.acts && (
              <span>
                <kbd>Tab</kbd> {t.keysActs}
              </span>
            )}
          </p>
        </div>
      </dialog>
    </>
  )
}

interface OptionProps {
  id: string
  item: Item
  chosen: boolean
  onPoint: () => void
  onChoose: () => void
}

/** A line of the palette. */
function Option({ id, item: { label, note, end, icon: Icon }, chosen, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y: the options are reached from the box by arrow keys
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {Icon && <Icon size={18} stroke={1.6} />}
      <span className={styles.label}>{label}</span>
      {note && <span className={styles.note}>{note}</span>}
      {end && <span className={styles.end}>{end}</span>}
    </div>
  )
}
