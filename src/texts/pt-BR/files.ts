/** Of many records at once: requests in bulk, exports and imports. */
export const fileTexts = {
  'days such as 30/60/90, or terms as exports have them':
    'dias como 30/60/90, ou uma condição como a trazem as exportações',
  // In bulk.
  'Send the records as {0}: one a line.': 'Envie os registros como {0}: um por linha.',
  'No more of the request came in time.': 'O resto da requisição não chegou a tempo.',
  'Not written, because other lines were refused.':
    'Não foi gravado, porque outras linhas foram recusadas.',
  'Other writers kept changing the same records; send these lines again.':
    'Outras gravações não paravam de alterar os mesmos registros; envie estas linhas de novo.',
  'Something failed on our side; these lines were not written.':
    'Algo falhou do nosso lado; estas linhas não foram gravadas.',
  'The line is longer than MAX_BODY_BYTES allows.':
    'A linha é mais longa do que MAX_BODY_BYTES permite.',
  'The service is shutting down.': 'O serviço está parando.',
  'With atomic=true a request has at most {0} lines and {1} bytes.':
    'Com atomic=true uma requisição tem no máximo {0} linhas e {1} bytes.',
  // Exports.
  'Reading this list took longer than {0} ms. Narrow it, such as by dates.':
    'A leitura desta lista demorou mais de {0} ms. Restrinja-a, por exemplo por datas.',
  'The export was stopped.': 'A exportação foi interrompida.',
  'has a row for each item, so `fields` must have items.':
    'tem uma linha para cada item; portanto `fields` deve ter items.',
  'leaves no column: items have rows of their own with rows=items.':
    'não deixa nenhuma coluna: com rows=items os itens têm linhas próprias.',
  // Imports.
  'Import {0}': 'A importação {0}',
  'Import mapping "{0}"': 'O mapeamento de importação "{0}"',
  'Import {0} is {1}; one that is {2} can {3}.':
    'A importação {0} está {1}; uma que está {2} pode {3}.',
  'be cancelled': 'ser cancelada',
  run: 'ser executada',
  checked: 'checked',
  'be given a mapping': 'receber um mapeamento',
  'needs_mapping or checked': 'needs_mapping ou checked',
  'checking, checked, running or needs_mapping': 'checking, checked, running ou needs_mapping',
  'The account has {0} mappings, the most.': 'A conta tem {0} mapeamentos, o máximo.',
  '{0} is no field of {1}: {2}.': '{0} não é um campo de {1}: {2}.',
  'is neither a name nor JSON: {0}.': 'não é um nome nem JSON: {0}.',
  'names no saved mapping of {0}.': 'não indica nenhum mapeamento gravado de {0}.',
  // The file.
  'Send the file as multipart/form-data.': 'Envie o arquivo como multipart/form-data.',
  'The file is larger than IMPORT_MAX_BYTES.': 'O arquivo é maior que IMPORT_MAX_BYTES.',
  'The multipart body is broken or cut off.': 'O corpo multipart está danificado ou cortado.',
  'The upload has more than one file.': 'O envio tem mais de um arquivo.',
  'The upload has no file.': 'O envio não tem arquivo.',
  'The file is empty.': 'O arquivo está vazio.',
  'The file is {0} and not {1}.': 'O arquivo está em {0} e não em {1}.',
  'The letters of the file may be windows-1252 or cp850 (DOS). Choose the encoding, or save the file as UTF-8.':
    'As letras do arquivo podem ser windows-1252 ou cp850 (DOS). Escolha a codificação, ou salve o arquivo como UTF-8.',
  'A workbook may have {0} MiB. Save the sheet as CSV, which may be larger.':
    'Uma pasta de trabalho pode ter {0} MiB. Salve a planilha como CSV, que pode ser maior.',
  'This is a workbook of the old form (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.':
    'Isto é uma pasta de trabalho do formato antigo (.xls), ou com senha. Salve-a como .xlsx sem senha, ou como CSV.',
  '{0} is set by the service itself, and not written: {1}.':
    '{0} é definida pelo próprio serviço e não é gravada: {1}.',
  'the service sets it itself': 'o próprio serviço a define',
  'says the state {0}, and “{1}” says {2}.': 'diz a UF {0}, e “{1}” diz {2}.',
  '{0} has a unit that may be another measure or number: write the quantity alone.':
    '{0} tem uma unidade que pode ser outra medida ou um número: escreva só a quantidade.',
  'This is neither a text file (CSV) nor a workbook (.xlsx, .ods).':
    'Isto não é um arquivo de texto (CSV) nem uma pasta de trabalho (.xlsx, .ods).',
  'This workbook has a password. Save it without one, as .xlsx or CSV.':
    'Esta pasta de trabalho tem senha. Salve-a sem senha, como .xlsx ou CSV.',
  'This is a text of a word processor (Word). Save the table as CSV or .xlsx.':
    'Isto é um texto de processador de textos (Word). Salve a tabela como CSV ou .xlsx.',
  'This is an archive of files. Unpack it, and send the table in it as CSV or .xlsx.':
    'Isto é um arquivo compactado com outros arquivos. Descompacte-o e envie a tabela como CSV ou .xlsx.',
  'This is a binary workbook (.xlsb). Save it as .xlsx or CSV.':
    'Isto é uma pasta de trabalho binária (.xlsb). Salve-a como .xlsx ou CSV.',
  'A cell in line {0} begins with a quotation mark (") that ends within it. Double those that are part of the text, or take them out.':
    'Uma célula da linha {0} começa com aspas (") que fecham dentro dela. Escreva em dobro as que fazem parte do texto, ou retire-as.',
  '{0} That is so in each sheet: {1}.': '{0} Isso vale para cada folha: {1}.',
  '{0} has lost letters (�) in the program that wrote the file: write them again.':
    '{0} perdeu letras (�) no programa que gravou o arquivo: escreva-as de novo.',
  'A quotation mark (") that opens after line {0} is never closed. Double it where it is part of a text, or take it out.':
    'As aspas (") que abrem depois da linha {0} nunca fecham. Escreva-as em dobro onde fazem parte de um texto, ou retire-as.',
  'After line {0} the file can’t be read: {1}':
    'Depois da linha {0} o arquivo não pode ser lido: {1}',
  'The file is no intact workbook (.xlsx, .ods): {0}.':
    'O arquivo não é uma pasta de trabalho (.xlsx, .ods) íntegra: {0}.',
  'The workbook can’t be read: {0}.': 'A pasta de trabalho não pode ser lida: {0}.',
  'The workbook needs more than {0} MB of memory. Save the sheet as CSV, or split it.':
    'A pasta de trabalho precisa de mais de {0} MB de memória. Salve a planilha como CSV, ou divida-a.',
  '{0} in the workbook is too large. Save the sheet as CSV.':
    '{0}, na pasta de trabalho, é grande demais. Salve a planilha como CSV.',
  'The service stopped {0} times while it worked on this file behind line {1}. What was written stays. Save the table as CSV, or split the file.':
    'O serviço parou {0} vezes enquanto trabalhava neste arquivo, depois da linha {1}. O que foi gravado permanece. Salve a tabela como CSV, ou divida o arquivo.',
  'Something failed on our side {0} times, each time behind line {1} of the file; the log of the service says what. What was written stays.':
    'Algo falhou do nosso lado {0} vezes, sempre depois da linha {1} do arquivo; o log do serviço diz o quê. O que foi gravado permanece.',
  '{0} “{1}” had asked for this import, which ends here. What was written stays.':
    '{0} “{1}” tinha pedido esta importação, que termina aqui. O que foi gravado permanece.',
  'The token was revoked, or the member removed.':
    'O token foi revogado, ou o membro foi removido.',
  'More than {0} records are refused': 'Mais de {0} registros foram recusados',
  'The refused rows have more than {0}': 'As linhas recusadas têm mais de {0}',
  'The account keeps {0} of files of imports that wait or run, and may keep {1}: run or cancel one, or wait until one is done.':
    'A conta guarda {0} de arquivos de importações que esperam ou correm, e pode guardar {1}: execute ou cancele uma, ou espere até que uma termine.',
  'The account has {0} imports that wait or run, the most: run or cancel some.':
    'A conta tem {0} importações que esperam ou correm, o máximo: execute ou cancele algumas.',
  'The refused lines of import {0} are no longer kept: the account keeps those of newer imports.':
    'As linhas recusadas da importação {0} não são mais guardadas: a conta guarda as de importações mais novas.',
  '{0}: nothing more of the file is read. Correct what the first ones are refused for, or split the file.':
    '{0}: nada mais do arquivo é lido. Corrija o motivo da recusa dos primeiros, ou divida o arquivo.',
  '{0} has no export of {1} that is known.': '{0} não tem exportação de {1} que seja conhecida.',
  'is not what the order comes to, which is {0}.': 'não é o total do pedido, que é {0}.',
  'The file has nothing in it.': 'O arquivo não tem nada.',
  // Its columns.
  'No column holds the code (fk_id). The headings in line {0} are {1}. Say in the mapping which column it is.':
    'Nenhuma coluna tem o código (fk_id). Os títulos na linha {0} são {1}. Diga no mapeamento qual coluna é.',
  'No column holds the code (fk_id). There are no headings. Say in the mapping which column it is.':
    'Nenhuma coluna tem o código (fk_id). Não há títulos. Diga no mapeamento qual coluna é.',
  'No property is the code (fk_id). The records have {0}. Say in the mapping which one it is.':
    'Nenhuma propriedade é o código (fk_id). Os registros têm {0}. Diga no mapeamento qual é.',
  'the preset {0} says so': 'é assim na exportação do {0}',
  'it is put behind “{0}”': 'vai junto com “{0}”',
  'The mapping names “{0}”, and the file has no such column.':
    'O mapeamento indica “{0}”, e o arquivo não tem essa coluna.',
  'The mapping names “{0}”, which stands over several columns: name one by its letter ({1}).':
    'O mapeamento indica “{0}”, que está sobre várias colunas: indique uma pela sua letra ({1}).',
  'There is no line {0} among the first {1} rows.':
    'Não há linha {0} entre as primeiras {1} linhas.',
  'its heading': 'pelo título',
  'the mapping says so': 'o mapeamento diz',
  'the mapping leaves it out': 'o mapeamento a deixa de fora',
  'no field has this heading': 'nenhum campo tem este título',
  'it has no heading': 'não tem título',
  'it tells why lines were refused': 'diz por que linhas foram recusadas',
  'it may be {0}: say which in the mapping': 'pode ser {0}: diga qual no mapeamento',
  'another column was taken for {0}': 'outra coluna já é {0}',
  'several columns may be {0}: say which in the mapping':
    'várias colunas podem ser {0}: diga qual no mapeamento',
  'the service numbers its records itself': 'o serviço numera seus registros sozinho',
  'a name is not needed beside its code': 'o nome é dispensável ao lado do código',
  // What to know of it.
  value: 'valor',
  values: 'valores',
  '{0} holds amounts, and nothing is taken from it: {1}, sum {2}.':
    '{0} tem valores em dinheiro, e nada é lido dela: {1}, soma {2}.',
  '{0} holds percentages, and nothing is taken from it: {1}.':
    '{0} tem percentuais, e nada é lido dela: {1}.',
  '{0} holds dates, and nothing is taken from it: {1}.': '{0} tem datas, e nada é lido dela: {1}.',
  '{0} differs in {1} ({2}) from “{3}”, which is taken.':
    '{0} difere em {1} ({2}) de “{3}”, que é o que vale.',
  '{0} has years of two digits in {1} ({2}): they were read as 1950 to 2049.':
    '{0} tem anos de dois dígitos em {1} ({2}): foram lidos como 1950 a 2049.',
  '{0} is money, which the field is not.': '{0} é dinheiro, e o campo não é.',
  'Line {0} has more than {1} cells: the file is no table, or has another separator.':
    'A linha {0} tem mais de {1} células: o arquivo não é uma tabela, ou tem outro separador.',
  'The workbook’s elements are nested too deeply.':
    'Os elementos da planilha estão aninhados fundo demais.',
  'The workbook has a text of more than {0} characters. Save the sheet as CSV.':
    'A planilha tem um texto de mais de {0} caracteres. Salve-a como CSV.',
  'For {0} minutes no row of the workbook came. Save the sheet as CSV, or split it.':
    'Por {0} minutos não veio nenhuma linha da planilha. Salve-a como CSV, ou divida-a.',
  'has more than {0} characters: only its beginning is kept.':
    'tem mais de {0} caracteres: só o começo é guardado.',
  'Left out: {0} with the headings again ({1}).':
    'Não importado: {0} com o cabeçalho repetido ({1}).',
  'Left out: {0} with nothing but rules ({1}).': 'Não importado: {0} só com traços ({1}).',
  'Left out: {0} with totals ({1}).': 'Não importado: {0} de totais ({1}).',
  'Left out: {0} of a report’s head or foot ({1}).':
    'Não importado: {0} de cabeçalho ou rodapé do relatório ({1}).',
  'The line has {0} cells below {1} headings: a text or a number with the separator in it needs quotation marks.':
    'A linha tem {0} células para {1} títulos: um texto ou número que contém o separador precisa de aspas.',
  'The line has more than {0} cells below {1} headings: a text or a number with the separator in it needs quotation marks.':
    'A linha tem mais de {0} células para {1} títulos: um texto ou número que contém o separador precisa de aspas.',
  'The line begins like one of totals, and has more than figures: leave it out of the file, or write another code.':
    'A linha começa como a de um total, mas não tem só números: tire-a do arquivo ou use outro código.',
  // Its cells.
  'A quotation mark (") that opens in line {0} takes the lines up to {1} into one cell. Double it where it is part of a text, or take it out.':
    'Uma aspa (") aberta na linha {0} põe as linhas até a {1} numa só célula. Dobre-a onde faz parte de um texto, ou remova-a.',
  'Line {0} has bytes that are no text in {1}. Save the whole file in one encoding (UTF-8), or say which it has (encoding).':
    'A linha {0} tem bytes que não são texto em {1}. Salve o arquivo inteiro numa só codificação (UTF-8), ou diga qual ele tem (encoding).',
  'This is a text of a word processor (.odt). Save the table as CSV, .ods or .xlsx.':
    'Este é um texto de editor (.odt). Salve a tabela como CSV, .ods ou .xlsx.',
  'This is a document of LibreOffice that is no spreadsheet. Save the table as CSV, .ods or .xlsx.':
    'Este é um documento do LibreOffice que não é planilha. Salve a tabela como CSV, .ods ou .xlsx.',
  'This is a spreadsheet of LibreOffice in one file of XML (.fods). Save it as .ods, .xlsx or CSV.':
    'Esta é uma planilha do LibreOffice em um só arquivo XML (.fods). Salve como .ods, .xlsx ou CSV.',
  'The sheet has the same cells again and again. Save it as CSV, without what is not needed.':
    'A planilha tem as mesmas células repetidas sem fim. Salve como CSV, sem o que não é necessário.',
  'Row {0} of the sheet is too long. Save the sheet as CSV.':
    'A linha {0} da planilha é longa demais. Salve a planilha como CSV.',
  'This is a PDF. Export the table as CSV or .xlsx where the PDF comes from.':
    'Este é um PDF. Exporte a tabela como CSV ou .xlsx no sistema que gerou o PDF.',
  'This file is compressed (gzip). Unpack it first.':
    'Este arquivo está comprimido (gzip). Descompacte-o antes.',
  'This is a picture. Send the table as CSV or .xlsx.':
    'Esta é uma imagem. Envie a tabela como CSV ou .xlsx.',
  'This is a text of a word processor (RTF). Save the table as CSV or .xlsx.':
    'Este é um texto de editor (RTF). Salve a tabela como CSV ou .xlsx.',
  'This is JSON, and no list of records: write each record on a line of its own (NDJSON), or all of them as the elements of one array.':
    'Isto é JSON, mas não uma lista de registros: escreva cada registro em uma linha (NDJSON), ou todos como elementos de uma só lista ([ ]).',
  'This is no JSON object.': 'Isto não é um objeto JSON.',
  '`items` is no list of objects.': '`items` não é uma lista de objetos.',
  'has several addresses: a file brings one of each customer.':
    'tem vários endereços: um arquivo traz um de cada cliente.',
  '`{0}` stands twice in one record.': '`{0}` está duas vezes no mesmo registro.',
  'The records have more than {0} properties.': 'Os registros têm mais de {0} propriedades.',
  'The array of records is broken behind record {0}: it is cut off there, or a bracket is missing.':
    'A lista de registros está quebrada depois do registro {0}: termina ali, ou falta um colchete ou uma chave.',
  'Record {0} is longer than {1} million characters, and so is no record.':
    'O registro {0} tem mais de {1} milhões de caracteres, e por isso não é um registro.',
  'This is the XML of a fiscal document (NF-e or CT-e), and no table of records.':
    'Este é o XML de um documento fiscal (NF-e ou CT-e), e não uma tabela de registros.',
  'This is a workbook in XML of Excel 2003. Open it in a spreadsheet and save it as .xlsx or CSV.':
    'Esta é uma planilha em XML do Excel 2003. Abra num programa de planilhas e salve como .xlsx ou CSV.',
  'This is a web page (HTML), whatever its name ends with. Open it in a spreadsheet and save it as .xlsx or CSV.':
    'Esta é uma página da web (HTML), seja qual for o fim do nome. Abra num programa de planilhas e salve como .xlsx ou CSV.',
  'This is XML. Save the table as CSV or .xlsx.': 'Isto é XML. Salve a tabela como CSV ou .xlsx.',
  'The workbook is broken: there is no {0}.': 'A planilha está danificada: falta {0}.',
  'The file is no intact workbook (.xlsx): it names no sheets.':
    'O arquivo não é uma planilha (.xlsx) íntegra: não indica folhas.',
  '{0} is a date and no house number: a spreadsheet makes one of 10/2. Format the column as text and write it again.':
    '{0} é uma data, e não um número de endereço: a planilha faz isso com 10/2. Formate a coluna como texto e digite o número de novo.',
  '{0} is a percentage, which the field is not.': '{0} é um percentual, e o campo não é.',
  'has a formula that was never computed: open the file in a spreadsheet, save it there and send it again.':
    'tem uma fórmula que nunca foi calculada: abra o arquivo num programa de planilhas, salve e envie de novo.',
  'shows another number than it keeps ({0}): take the scale out of its format and save the file again.':
    'mostra outro número do que guarda ({0}): tire a escala do formato e salve o arquivo de novo.',
  '{0} can’t be read as what its format says.': '{0} não pode ser lido como diz o formato.',
  'The workbook has no sheet with anything in it.': 'A planilha não tem folha com conteúdo.',
  'The workbook has no sheet “{0}”. It has: {1}.':
    'A planilha não tem a folha “{0}”. Ela tem: {1}.',
  'The code is missing.': 'Falta o código.',
  'stands in line {0} already: a code may stand once in a file.':
    'já está na linha {0}: um código pode estar uma só vez no arquivo.',
  'is an order of more than {0} lines.': 'é de um pedido de mais de {0} linhas.',
  'The lines of more orders stand apart than can be put together. Sort the file by the orders’ codes.':
    'As linhas de pedidos demais estão separadas para serem juntadas. Ordene o arquivo pelo código do pedido.',
  'differs from {0} in another line of the same order.':
    'difere de {0} em outra linha do mesmo pedido.',
  'Another line of the same record is refused.': 'Outra linha do mesmo registro foi recusada.',
  '{0} must be one of {1}.': '{0} deve ser um destes: {1}.',
  '{0} is no {1}.': '{0} não é {1}.',
  'CEP such as 01310-100': 'um CEP como 01310-100',
  'date of the calendar': 'uma data do calendário',
  'date such as 31/12/2026': 'uma data como 31/12/2026',
  'date of the years {0} to {1}': 'uma data dos anos {0} a {1}',
  '{0} is an error of the spreadsheet and no value. Correct the cell and save the file again.':
    '{0} é um erro da planilha, e não um valor. Corrija a célula e salve o arquivo de novo.',
  '{0} was shortened by a spreadsheet: its last digits are lost. Format the column as text and write it again.':
    '{0} foi abreviado por uma planilha: os últimos dígitos se perderam. Formate a coluna como texto e digite de novo.',
  'date without a time, such as 31/12/2026': 'uma data sem hora, como 31/12/2026',
  date: 'uma data',
  'number with a decimal comma': 'um número com vírgula decimal',
  'number with a decimal point': 'um número com ponto decimal',
  'JSON object, as exports have it, or no': 'objeto JSON, como o dos arquivos exportados, ou não',
  'JSON list of objects, as exports have it': 'lista JSON de objetos, como a trazem as exportações',
  'JSON object of texts, as exports have it': 'um objeto JSON de textos, como nas exportações',
  'whole number': 'um número inteiro',
  'yes or no (Sim, Não)': 'sim ou não (Sim, Não)',
  '{0} has more digits than a number carries exactly.':
    '{0} tem mais dígitos do que um número guarda com exatidão.',
  '{0} has more digits than a spreadsheet keeps of a number: the last ones are lost. Format the cell as text and write it again.':
    '{0} tem mais dígitos do que uma planilha guarda de um número: os últimos se perderam. Formate a célula como texto e escreva-o de novo.',
  '{0} has more digits than its field takes: 15 before the decimal mark and 10 behind it.':
    '{0} tem mais dígitos do que o campo aceita: 15 antes do separador decimal e 10 depois dele.',
  '{0} may have a decimal comma or a decimal point: say which (decimal).':
    '{0} pode ter vírgula decimal ou ponto decimal: diga qual (decimal).',
  // Documents.
  'The order has too much text for a document. Ask for its lines as a file: GET /orders with rows=items.':
    'O pedido tem texto demais para um documento. Peça suas linhas como arquivo: GET /orders com rows=items.',
  'The file has more than {0} records, the most that there may be.':
    'O arquivo tem mais de {0} registros, o máximo que pode haver.',
  'Rule {0} ({1}) holds for some of the same sales and is as specific.':
    'A regra {0} ({1}) vale para algumas das mesmas vendas com a mesma precisão.',
  'Line {0} ({1}) holds for some of the same sales and is as specific.':
    'A linha {0} ({1}) vale para algumas das mesmas vendas com a mesma precisão.',
  'Nothing of the file was written, since rules of it overlap.':
    'Nada do arquivo foi gravado, pois há regras dele que se sobrepõem.',
  'makes {0} labels: a request gives at most {1}.':
    'dá {0} etiquetas: uma requisição dá no máximo {1}.',
  'These orders have more than {0} lines. Choose fewer orders.':
    'Estes pedidos têm mais de {0} linhas. Escolha menos pedidos.',
  'A paper has at most {0} orders, and these are more. Narrow them.':
    'Um papel tem no máximo {0} pedidos, e estes são mais. Restrinja-os.',
  'There is no order {0}, or the other filters leave it out.':
    'Não há pedido {0}, ou os outros filtros o deixam de fora.',
  'The orders have too much text for one paper. Choose fewer orders.':
    'Os pedidos têm texto demais para um papel. Escolha menos pedidos.',
} as const satisfies Record<string, string>
