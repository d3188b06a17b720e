import { type ValueFailure, valueFailures } from '../formats/value-failures.ts'

/** Failures of whole rows and of their values. */
export const rowFailures = {
  ...valueFailures,
  too_few_cells: {
    th: 'แถวนี้มีช่องน้อยกว่าหัวคอลัมน์ อาจมีช่องหายไปหรือแถวถูกตัดขึ้นบรรทัดใหม่ กรุณาเติมให้ครบทุกคอลัมน์',
    en: 'This row has fewer cells than the header. A cell may be missing, or the row may be split over two lines. Complete it.',
  },
  too_many_cells: {
    th: 'แถวนี้มีช่องมากกว่าหัวคอลัมน์ อาจมีเครื่องหมายคั่นคอลัมน์อยู่ในข้อความ กรุณาครอบข้อความนั้นด้วยเครื่องหมาย " หรือลบช่องที่เกิน',
    en: 'This row has more cells than the header. A value may contain the column separator: put that value in double quotes, or remove the extra cells.',
  },
  /** For older runs. */
  wrong_field_count: {
    th: 'แถวนี้มีจำนวนช่องไม่เท่ากับหัวคอลัมน์ อาจมีลูกน้ำ (,) เกินมา กรุณาครอบข้อความด้วยเครื่องหมาย " แล้วลองใหม่',
    en: 'This row has more or fewer cells than the header, perhaps because of a stray comma. Put quotes around the text and try again.',
  },
  activity_date_missing: {
    th: 'แถวนี้มีข้อมูลกิจกรรมแต่ไม่มีวันที่ทำกิจกรรม กรุณาใส่วันที่',
    en: 'This row has an activity without a date. Fill in the date.',
  },
  match_key_missing: {
    th: 'แถวนี้ไม่มีค่าในฟิลด์ที่ใช้ระบุตัวลูกค้าเลย กรุณาใส่อย่างน้อยหนึ่งค่า',
    en: 'This row has no value in any field that tells customers apart. Fill in at least one.',
  },
  nobody_in_row: {
    th: 'แถวนี้ไม่มีชื่อ เบอร์ อีเมล เลขประจำตัว หรือข้อมูลระบุตัวลูกค้าเลย จึงไม่เพิ่มเป็นลูกค้า กรุณาเติมอย่างน้อยหนึ่งอย่าง',
    en: 'This row has no name, phone, email or ID of a customer, so nobody is added. Fill in at least one.',
  },
  code_not_found: {
    th: 'ไม่พบลูกค้าที่มีรหัสนี้ และแถวนี้ไม่มีชื่อ เบอร์ หรืออีเมล จึงไม่เพิ่มเป็นลูกค้า กรุณาตรวจสอบรหัส หรือเพิ่มลูกค้าก่อน',
    en: 'No customer has this code, and the row has no name, phone or email, so nobody is added. Check the code, or add the customer first.',
  },
  match_key_too_long: {
    th: 'ค่านี้ใช้ระบุตัวลูกค้าและยาวเกิน 500 ตัวอักษร กรุณาย่อให้สั้นลง',
    en: 'This value is used to tell customers apart and is longer than 500 characters. Shorten it.',
  },
  match_not_found: {
    th: 'ไม่พบลูกค้ารายนี้ และการนำเข้านี้ตั้งให้อัปเดตลูกค้าเดิมเท่านั้น กรุณาเพิ่มลูกค้าก่อน หรือเลือกให้เพิ่มใหม่เมื่อไม่พบในขั้นตอนจับคู่ข้อมูล',
    en: 'No such customer, and this import only updates existing customers. Add the customer first, or choose in the mapping to add unknown customers.',
  },
  match_contradiction: {
    th: 'มีลูกค้าที่ข้อมูลอื่นตรงกันแล้ว แต่ค่าในช่องนี้เป็นของคนละคน กรุณาตรวจสอบว่าเป็นลูกค้ารายเดียวกันหรือไม่',
    en: 'Other values match a customer, but this value suggests someone else. Check whether they are the same customer.',
  },
  maybe_somebody_else: {
    th: 'ค่านี้ตรงกับลูกค้าอีกราย แต่ดูเหมือนเป็นคนละคน กรุณาเลือกว่าเป็นคนเดียวกันหรือคนละคน',
    en: 'This value belongs to a customer who seems to be someone else. Decide whether they are the same person.',
  },
  match_conflict: {
    th: 'ข้อมูลในแถวนี้ตรงกับลูกค้ามากกว่าหนึ่งราย กรุณาตรวจสอบหรือรวมโปรไฟล์ก่อน',
    en: 'This row matches more than one customer. Check it, or merge the profiles first.',
  },
  number_not_found: {
    th: 'ร้านนี้ไม่มีลูกค้าเลขที่นี้แล้ว หากต้องการเพิ่มเป็นลูกค้าใหม่ ให้ลบเลขที่ออกและจับคู่ฟิลด์ที่ใช้ระบุตัว',
    en: 'The store no longer has a customer with this number. To add a new customer, clear the number and map a field that tells customers apart.',
  },
  item_invalid: {
    th: 'รายการนี้มีรูปแบบไม่ถูกต้อง กรุณาตรวจสอบกับเอกสาร API แล้วส่งใหม่',
    en: 'This item does not have the documented format. Compare it with the API documentation and send it again.',
  },
  field_unknown: {
    th: 'ร้านนี้ไม่มีฟิลด์ชื่อนี้ กรุณาตรวจสอบชื่อฟิลด์ หรือสร้างฟิลด์ก่อน',
    en: 'This store has no field with this name. Check the name, or create the field first.',
  },
  field_not_open: {
    th: 'โปรแกรมนี้เขียนฟิลด์นี้ไม่ได้ จึงบันทึกรายการโดยไม่มีค่านี้ หากต้องการ กรุณาให้ร้านเปิดให้เขียน',
    en: 'This program may not write this field, so the item was saved without the value. If you need it, ask the store to open the field for writing.',
  },
  field_computed: {
    th: 'ระบบคำนวณค่าของฟิลด์นี้ให้เอง จึงส่งค่ามาไม่ได้',
    en: 'This field is computed and does not accept values.',
  },
  field_converting: {
    th: 'ฟิลด์นี้กำลังเปลี่ยนชนิดข้อมูล กรุณาส่งรายการนี้อีกครั้งภายหลัง',
    en: 'The type of this field is being changed. Send this item again later.',
  },
  activity_type_unknown: {
    th: 'ร้านนี้ไม่มีประเภทกิจกรรมนี้ กรุณาตรวจสอบชื่อ หรือสร้างประเภทกิจกรรมก่อน',
    en: 'This store has no such activity type. Check its name, or create it first.',
  },
  reference_conflict: {
    th: 'API key หรือตัวเชื่อมนี้เคยส่งกิจกรรมอื่นด้วยเลขอ้างอิงเดียวกันแล้ว หากต้องการแก้ไขรายการเดิม กรุณาส่งพร้อม replace: true หากเป็นรายการใหม่ กรุณาใช้เลขอ้างอิงอื่น',
    en: 'This key or connector has sent another activity with the same reference. To correct that one, send replace: true. For a new one, use another reference.',
  },
  item_not_processed: {
    th: 'รายการนี้ประมวลผลไม่สำเร็จเพราะข้อผิดพลาดของระบบ ระบบเก็บไว้ 30 วันและอาจลองใหม่เอง กรุณาแจ้งผู้ดูแลระบบ',
    en: 'This item could not be processed because of an error in Ruam. It is kept for 30 days and may be retried automatically. Tell the administrator.',
  },
  mapping_missing: {
    th: 'ตัวเชื่อมยังไม่ได้จับคู่ข้อมูลเมื่อรายการนี้มาถึง กรุณาบันทึกการจับคู่ แล้วประมวลผลรายการนี้อีกครั้ง',
    en: 'The connector had no mapping when this item arrived. Save a mapping, then replay the item.',
  },
  mapping_broken: {
    th: 'การจับคู่ใช้ฟิลด์หรือกิจกรรมที่ถูกลบแล้ว กรุณาแก้การจับคู่ แล้วประมวลผลรายการนี้อีกครั้ง',
    en: 'The mapping uses a field or an activity that was deleted. Correct the mapping, then replay the item.',
  },
  match_keys_missing: {
    th: 'การจับคู่ยังไม่ได้เลือกฟิลด์ที่ใช้ระบุตัวลูกค้า กรุณาเลือกในการจับคู่ แล้วประมวลผลรายการนี้อีกครั้ง',
    en: 'Nothing in the mapping tells customers apart. Choose it in the mapping, then replay the item.',
  },
  order_two_buyers: {
    th: 'เลขที่บิลนี้เป็นของลูกค้ามากกว่าหนึ่งราย จึงยังไม่นำเข้า กรุณาแก้ลูกค้าให้ตรงกัน หรือเลือกคอลัมน์สาขาหากแต่ละสาขาใช้เลขซ้ำกัน',
    en: 'This order number belongs to more than one customer, so it was not imported. Correct the customer, or choose the branch column if branches repeat numbers.',
  },
  order_two_days: {
    th: 'เลขที่บิลนี้มีมากกว่าหนึ่งวัน จึงยังไม่นำเข้า กรุณาแก้วันที่หรือเลขที่บิล หากเป็นบิลของจุดขายอื่น ให้เลือกชื่อชุดเลขที่บิลใหม่',
    en: 'This order number has more than one day, so it was not imported. Correct the date or the number; for bills of another till, choose another series of numbers.',
  },
  order_two_totals: {
    th: 'บิลนี้มียอดรวมไม่เท่ากันในแต่ละแถว จึงยังไม่นำเข้า กรุณาแก้ยอดให้ตรงกัน หรือเลือกว่าเป็นยอดของแต่ละรายการ',
    en: 'The rows of this order give different totals, so it was not imported. Correct them, or choose that each amount is of its line.',
  },
  /** Not a failure: the row is left out. */
  total_row: {
    th: 'แถวนี้เป็นยอดรวมของแถวอื่น จึงไม่นำเข้า',
    en: 'This row is the total of other rows and was left out.',
  },
  /** Not a failure: the customer is imported without the purchase. */
  order_elsewhere: {
    th: 'ร้านมีบิลนี้จากแหล่งอื่นแล้ว (เลขที่ วันที่ ลูกค้า และยอดตรงกัน) จึงไม่เพิ่มซ้ำ หากเป็นคนละบิล ให้เลือกเพิ่มบิลเหล่านี้',
    en: 'Another source has this order already, with the same number, day, customer and sum, so it was not added again. If they are different orders, choose to add them.',
  },
  label_name_wrong: {
    th: 'ช่องนี้มีชื่อที่เป็นป้ายกำกับไม่ได้ ชื่อต้องยาวไม่เกิน 100 ตัวอักษร และคั่นหลายชื่อด้วยลูกน้ำ (,)',
    en: 'This cell contains a label name that is not valid. A name has up to 100 characters; separate several with commas.',
  },
  label_is_segment: {
    th: 'ช่องนี้มีชื่อของเซกเมนต์ ซึ่งเงื่อนไขเป็นผู้เลือกสมาชิก กรุณาลบชื่อนั้นออกจากช่อง',
    en: 'This cell names a segment, whose members are chosen by its rule. Remove the name from the cell.',
  },
  consent_unreadable: {
    th: 'ช่องนี้ไม่ใช่คำตอบว่ายินยอมหรือไม่ยินยอม จึงไม่บันทึกความยินยอมของแถวนี้ กรุณาใส่ ยินยอม หรือ ไม่ยินยอม',
    en: 'This cell does not say whether consent was given, so none was recorded for the row. Write yes or no.',
  },
  consent_not_open: {
    th: 'โปรแกรมนี้บันทึกความยินยอมไม่ได้ จึงบันทึกรายการโดยไม่มีส่วนนี้ หากต้องการ กรุณาให้ร้านเปิดสิทธิ์ consent:write',
    en: 'This program may not record consents, so the item was saved without them. If you need it, ask the store for consent:write.',
  },
  consent_evidence_missing: {
    th: 'การให้ความยินยอมต้องมี evidence บอกว่าลูกค้ายินยอมที่ไหนและอย่างไร จึงไม่บันทึกความยินยอมนี้ กรุณาเพิ่มแล้วส่งใหม่',
    en: 'A granted consent needs evidence: where and how the customer agreed. It was not recorded. Add it and send the item again.',
  },
  purpose_unknown: {
    th: 'ร้านนี้ไม่มีวัตถุประสงค์นี้ กรุณาตรวจสอบเลขที่จาก GET /open-api/v1/purposes',
    en: 'This store has no such purpose. Check its id with GET /open-api/v1/purposes.',
  },
  erased_person: {
    th: 'แถวนี้เป็นของผู้ที่ขอให้ลบข้อมูล จึงไม่นำเข้า หากเขายินยอมให้เก็บข้อมูลใหม่แล้ว กรุณาเพิ่มลูกค้ารายนี้เองก่อน',
    en: 'This row is about a person whose data was erased on request, so it was left out. If they agree to be stored again, add the customer manually first.',
  },
} as const satisfies Record<string, { th: string; en: string }>

export type RowFailure = ValueFailure | Exclude<keyof typeof rowFailures, ValueFailure>
