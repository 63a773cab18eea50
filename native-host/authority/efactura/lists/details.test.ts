import { expect, test } from 'vitest'
import { readDetails } from './details.ts'

test('E-16 reads the three wordings, and swaps the parties of self-billing', () => {
  const plain = 'Factura cu id_incarcare=5001131297 emisa de cif_emitent=8000000000 pentru cif_beneficiar=3'
  expect(readDetails(plain)).toEqual({ sellerCui: '8000000000', buyerCui: '3', selfBilled: false })
  const selfBilled = 'Factura cu id_incarcare=5 transmisa de cif=111 ca autofactura in numele cif=222'
  expect(readDetails(selfBilled)).toEqual({ sellerCui: '222', buyerCui: '111', selfBilled: true })
  const errors = 'Erori de validare identificate la factura primita cu id_incarcare=5001120362'
  expect(readDetails(errors)).toEqual({ sellerCui: null, buyerCui: null, selfBilled: false })
})

test('E-16 other texts name no party, and small differences do not matter', () => {
  for (const details of ['', 'cif_emitent=1', 'emisa de cif_emitent= pentru cif_beneficiar=']) {
    expect(readDetails(details)).toMatchObject({ sellerCui: null, buyerCui: null })
  }
  const loose = 'FACTURA cu id_incarcare=5  emisa de  cif_emitent = RO111 pentru cif_beneficiar= DE123456789.'
  expect(readDetails(loose)).toMatchObject({ sellerCui: '111', buyerCui: 'DE123456789' })
  const looser = 'emisa de cif_emitent=AB.RO1.,;  pentru  cif_beneficiar  =  ROA12'
  expect(readDetails(looser)).toMatchObject({ sellerCui: 'AB.RO1', buyerCui: 'ROA12' })
  const looseSelfBilled = 'transmisa de  cif = 111  ca autofactura  in numele  cif  =  RO222;'
  expect(readDetails(looseSelfBilled)).toEqual({ sellerCui: '222', buyerCui: '111', selfBilled: true })
  expect(readDetails('emisa de cif_emitent=. pentru cif_beneficiar=2')).toMatchObject({
    sellerCui: null,
    buyerCui: '2',
  })
})
