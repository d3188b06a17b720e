import { readFileSync } from 'node:fs'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { files } from '@ruam/contract/formats/files.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { test } from 'vitest'
import { createDataSource, loaded, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

const all = ['04-facebook.csv','05-masked.csv','06-cut.csv','07-cp874-ff.csv','10-firm-phone.csv','14-two-mails.csv','15-phone-note.csv','16-member-code.csv','19-formula.xlsx','20-line-quoted.csv','24-people.csv','28-names.csv','30-mixed-contact.csv']
test.each(all)('%s', async (name) => {
  const store = await newStore()
  const read = readFileSync(new URL(`../../testing/imports/cases/${name}`, import.meta.url))
  const up = await store.upload(files.import, name, read)
  const { file_id, file_type } = up.body
  const val = await store.try(dataSources.validate, { body: { file_id, file_type } })
  console.log(name, val.status, JSON.stringify(val.body).slice(0, 900))
  const made = await store.try(dataSources.create, { body: { name, file_id, file_type } })
  if (made.status !== 200) { console.log(name, JSON.stringify(made.body)); return }
  const id = (made.body as {datasource_id: number}).datasource_id
  await loaded(store, id)
  const m = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  console.log(name, JSON.stringify({ mapping: m.mapping.map(r => [r.source_schema_id, r.destination_id, r.part]), match: m.match, src: m.source_mapping.map(s => [s.destination_id, s.reason, s.offer, JSON.stringify(s.evidence)]) }))
  try {
    const { datasource_id: _a, ...body } = { datasource_id: 1, ...m.suggested } as any
    const run = await runMapping(store, id, body)
    console.log(name, JSON.stringify(run.stats))
    const rec = await store.call(importRun.records, { params: { id: String(id), run_id: run.real }, query: {} })
    console.log(name, JSON.stringify(rec.data.map(r => [r.record_no, r.status, r.error, r.data])))
  } catch (e) { console.log(name, 'RUN', String(e)) }
  const { admin } = await testServer()
  console.log(name, JSON.stringify((await admin.query('select first_name, last_name, prefix_name, phone, email, company, custom from profile where store_id=$1', [store.storeId])).rows))
}, 60000)
