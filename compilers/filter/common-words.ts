/** Folded stop words: English, and the most frequent of German, French and Spanish. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a about am an and any are at be been by can could did do does find for free from get give had has have how i',
    'if in into is it its ll look me my next of on or our please re s search show so some t tell than that the',
    'their them there these they this to until up us was we were what when where which who whose why will with',
    'would you your before after since during between busy',
    'am bei bin bis das dem den der des die ein eine einem einen einer es fur hab habe haben hast ich im in ist',
    'mein meine meinem meinen mir mit nach noch oder sind steht um und uns unser von vor wann was welche wenn wer',
    'wie wir wird wo zu zum zur',
    'a ai au aux avec ce ces dans de des du elle en est et il j je l la le les ma mes mon nos notre nous ou par',
    'pour qu quand que quel quelle qui quoi sa ses son sur un une vous',
    'al como con cual cuando de del donde el ella en es esta hay la las lo los me mi mis nos o para por que quien',
    'se su sus tengo un una y yo',
  ].flatMap((line) => line.split(' ')),
);

/** Words for events in general: they count little, and an event can match without them. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  [
    'appointment appointments agenda calendar event events list meeting meetings plans schedule scheduled',
    'morning afternoon evening noon time times day week month last past upcoming happening going anything everything',
    'termin termine treffen kalender reunion reunions rendez vous evento eventos cita citas calendario calendrier',
  ].flatMap((line) => line.split(' ')),
);
