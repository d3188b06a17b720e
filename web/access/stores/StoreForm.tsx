import { Button, NativeSelect, TextInput } from '@mantine/core'
import { stores } from '@ruam/contract/access/stores.ts'
import { useState } from 'react'
import { type Got, useWrite } from '../../data/api.ts'
import { refreshRights } from '../../data/session.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { FormFoot } from '../../ui/FormFoot.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { checks, submit } from '../../ui/form.ts'
import { StaleNote } from '../../ui/StaleNote.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { DistrictField } from './DistrictField.tsx'
import { languageChoices } from './language-choices.ts'
import { PhotoField } from './PhotoField.tsx'
import { ProvinceField } from './ProvinceField.tsx'
import styles from './Settings.module.css'
import { text } from './settings-text.ts'
import { TimeZoneField } from './TimeZoneField.tsx'

type Store = Omit<Got<typeof stores.get>, 'roles' | 'permissions' | 'dpaStatus' | 'flags' | 'home'>

const valuesOf = ({ address, ...store }: Store) => ({
  name: store.name,
  businessType: store.businessType,
  taxId: store.taxId ?? '',
  phone: store.phone ?? '',
  line: address.line,
  subDistrict: address.subDistrict,
  district: address.district,
  province: address.provinceId === null ? '' : String(address.provinceId),
  postalCode: address.postalCode,
  timeZone: store.timeZone,
  languages: store.languages.join(),
  era: store.era as string,
  namesInTabs: store.namesInTabs ? 'shown' : 'hidden',
  photoRemoved: false,
})
type Values = ReturnType<typeof valuesOf>

function bodyOf({
  line,
  subDistrict,
  district,
  province,
  postalCode,
  languages,
  era,
  namesInTabs,
  photoRemoved,
  ...others
}: Values) {
  const provinceId = province === '' ? null : Number(province)
  return {
    ...others,
    address: { line, subDistrict, district, provinceId, postalCode },
    languages: languages.split(',') as ('th' | 'en')[],
    era: era as 'ce' | 'be',
    namesInTabs: namesInTabs === 'shown',
    ...(photoRemoved && { photo: null }),
  }
}

/** Form of the store's settings: identity, address, time zone and languages. */
export function StoreForm({ store, onSaved }: { store: Store; onSaved: () => Promise<void> }) {
  const t = useWords(text)
  const c = useWords(common)
  const update = useWrite(stores.update, { quiet: true })
  const [photo, setPhoto] = useState(store.photo)
  const record = useRecordForm<Values, Store, Store>({
    record: store,
    blank: valuesOf(store),
    valuesOf,
    validate: {
      name: checks.name,
      taxId: (value) => (/^$|^(?:[\s-]*[\d๐-๙]){12,13}[\s-]*$/.test(value.trim()) ? null : wordsNow(text).taxIdWrong),
      postalCode: (value) => (/^(\d{5})?$/.test(value) ? null : wordsNow(text).postalCodeWrong),
    },
    refusedAt: { phone_invalid: 'phone', tax_id_invalid: 'taxId' },
    current: currentOf(stores.update) as never,
    save: (values, originTime) => update.mutateAsync({ body: { ...bodyOf(values), originTime } as never }),
    onSaved() {
      alerts.success(c.saved)
      // The header, and what a day means, follow.
      void refreshRights().catch(() => undefined)
      void onSaved()
    },
    onClose: () => undefined,
  })
  const { form } = record
  const { timeZone, photoRemoved } = form.values
  const newer = record.conflicts.map((path) => ({
    label: path === 'photoRemoved' ? t.photo : t[path],
    value: path === 'languages' ? t[languageChoices[record.base.languages]!] : String(record.base[path]),
    onTake: () => record.takeTheirs(path),
  }))
  const field = (path: Exclude<keyof Values, 'photoRemoved'>) => ({
    ...form.getInputProps(path),
    label: t[path],
  })
  const choices = (Object.entries(languageChoices) as [string, 'thaiFirst'][]).map(([value, word]) => ({
    value,
    label: t[word],
  }))
  return (
    <form noValidate onSubmit={submit(form, record.save)}>
      <StaleNote stale={record.stale} conflicts={newer} />
      <Part title={t.about} about={t.aboutText}>
        <div className={styles.wide}>
          <PhotoField
            photo={photoRemoved ? null : photo}
            name={store.name}
            onChange={(next) => {
              if (next) setPhoto(next)
              form.setFieldValue('photoRemoved', next === null)
            }}
          />
        </div>
        <TextInput {...field('name')} autoComplete="organization" required />
        <TextInput {...field('businessType')} maxLength={200} />
        <TextInput {...field('taxId')} inputMode="numeric" maxLength={50} />
      </Part>
      <Part title={t.contact} about={t.contactText}>
        <TextInput {...field('phone')} type="tel" autoComplete="tel" maxLength={50} />
        <TextInput {...field('line')} autoComplete="street-address" maxLength={200} className={styles.wide} />
        <ProvinceField {...field('province')} />
        <DistrictField {...field('district')} provinceId={form.values.province} />
        <TextInput {...field('subDistrict')} maxLength={200} />
        <TextInput {...field('postalCode')} inputMode="numeric" autoComplete="postal-code" maxLength={5} />
      </Part>
      <Part title={t.working} about={t.workingText}>
        <TimeZoneField {...field('timeZone')} />
        <NativeSelect
          {...field('era')}
          data={[
            { value: 'ce', label: t.ce },
            { value: 'be', label: t.be },
          ]}
        />
        <NativeSelect
          {...field('namesInTabs')}
          description={t.namesInTabsText}
          className={styles.wide}
          data={[
            { value: 'shown', label: t.namesShown },
            { value: 'hidden', label: t.namesHidden },
          ]}
        />
        <NativeSelect {...field('languages')} description={t.languagesText} data={choices} className={styles.wide} />
        <div className={styles.wide}>
          <FormNote kind="info" message={timeZone === record.base.timeZone ? undefined : t.timeZoneMoves} />
        </div>
      </Part>
      <FormFoot message={record.refusal} busy={record.saving} className={styles.foot}>
        <Button type="submit" variant="filled" loading={record.saving}>
          {c.save}
        </Button>
      </FormFoot>
    </form>
  )
}

function Part({ title, about, children }: { title: string; about: string; children: React.ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={`${styles.fields} ruam-steady`}>{children}</div>
    </section>
  )
}
