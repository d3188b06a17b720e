import { NativeSelect, TextInput } from '@mantine/core'
import { richMenus } from '@ruam/contract/channels/rich-menus.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import type { MenuSummary } from './menu.ts'
import { menuText } from './menu-text.ts'

interface CreateMenuProps {
  account: number
  menus: readonly MenuSummary[]
  /** The menu that is copied; null for an empty one. */
  copyOf: number | null
  onCreated: (id: number) => void
  onClose: () => void
}

type NewMenu = { name: string; copyOf: string }

/** Names a new menu, empty or as a copy. The first one of an account is its main menu. */
export function CreateMenu({ account, menus, copyOf, onCreated, onClose }: CreateMenuProps) {
  const t = useWords(menuText)
  const create = useWrite(richMenus.create, { quiet: true })
  const copied = menus.find(({ id }) => id === copyOf)
  const name = copied ? t.copyName({ name: copied.name }) : menus.length === 0 ? t.mainName : ''
  const record: RecordForm<NewMenu> = useRecordForm({
    blank: { name, copyOf: String(copyOf ?? '') },
    validate: { name: checks.name },
    refusedAt: { name_taken: 'name' },
    save: (values: NewMenu) =>
      create.mutateAsync({
        params: { id: account },
        body: { name: values.name.trim(), copyOf: values.copyOf ? Number(values.copyOf) : null },
      }),
    onSaved: ({ id }) => onCreated(id),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={menus.length === 0 ? t.createMain : t.newMenu} create={t.create} record={record}>
      <TextInput {...form.getInputProps('name')} label={t.name} description={t.nameHint} required data-autofocus />
      {menus.length > 0 && (
        <NativeSelect
          {...form.getInputProps('copyOf')}
          label={t.startFrom}
          data={[
            { value: '', label: t.empty },
            ...menus.map((menu) => ({ value: String(menu.id), label: t.copyOf({ name: menu.name }) })),
          ]}
        />
      )}
    </RecordDialog>
  )
}
