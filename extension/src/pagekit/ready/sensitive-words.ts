// Names of what pays, brings files and sends, in the languages of most of our users. Always whole names:
// "Order by", "Share price" and "Post code" are none of them.

/** Whether a button or link of this name pays, buys, orders, subscribes, donates or transfers. */
export function namesPayment(name: string): boolean {
  pays ??= wholeOf(PAYS);
  // What it costs often stands on the button: "Buy now for £3".
  const words = fold(name.replace(MONEY, ' '))
    .replace(/\s*\d+\s*/g, ' ')
    .trim();
  return pays.test(words.replace(/ (?:for|fur|pour|por|per|voor)$/, ''));
}

/** Whether a button of this name sends or publishes what was written. */
export function namesSending(name: string): boolean {
  sends ??= wholeOf(SENDS);
  return sends.test(fold(name));
}

/** Whether a button or link of this name brings a file. */
export function namesDownloading(name: string): boolean {
  downloads ??= wholeOf(DOWNLOADS);
  return downloads.test(fold(name));
}

/** Names that send only where a message is written above them. */
export function namesSubmitting(name: string): boolean {
  submits ??= wholeOf(SUBMITS);
  return submits.test(fold(name));
}

/** Whether a field of this label or hint takes the data of a card or an account. */
export function namesCardField(label: string): boolean {
  cards ??= wholeOf(CARDS);
  return cards.test(fold(label));
}

/** Whether a field with this id or name takes card data: `billing_cc_number`, `cardNumber`. */
export function identifiesCardField(identifier: string): boolean {
  const words = fold(identifier.replace(/([a-z])([A-Z])/g, '$1 $2'));
  return /\b(card ?(number|num|no)|cc ?(number|num|csc|cvc|exp)|credit ?card( number)?|cvc2?|cvv2?|csc|iban)\b/.test(
    words,
  );
}

/** Whether a field of this label or hint takes a code that was sent or made for one sign-in. */
export function namesOneTimeCode(label: string): boolean {
  oneTimeCodes ??= new RegExp(`(?:^| )(?:${ONE_TIME_CODES.join('|')})(?: |$)`, 'u');
  return oneTimeCodes.test(fold(label));
}

/** Whether a field with this id or name takes such a code: `otp`, `two_factor_code`. */
export function identifiesOneTimeCode(identifier: string): boolean {
  const words = fold(identifier.replace(/([a-z])([A-Z])/g, '$1 $2'));
  return /\b(otp|totp|mfa|2fa|one ?time ?(code|password|pin)|two ?factor|verification ?code|sms ?code|auth(entication)? ?code)\b/.test(
    words,
  );
}

/** Whether what is written in a field of this label or hint is for others to read. */
export function namesComposer(label: string): boolean {
  composers ??= new RegExp(`(?:^| )(?:${COMPOSERS.join('|')})(?: |$)`, 'u');
  const words = fold(label);
  return composers.test(words) && !/\b(commit message|post ?code|postal)\b/.test(words);
}

let pays: RegExp | undefined;
let sends: RegExp | undefined;
let downloads: RegExp | undefined;
let submits: RegExp | undefined;
let cards: RegExp | undefined;
let composers: RegExp | undefined;
let oneTimeCodes: RegExp | undefined;

function wholeOf(names: readonly string[]): RegExp {
  return new RegExp(`^(?:${names.join('|')})$`, 'u');
}

/** Small letters without accents and signs: `S’abonner !` is `s abonner`. */
function fold(text: string): string {
  // What cannot be seen does not part a word either.
  return text
    .normalize('NFD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const MONEY =
  /(?:[$€£¥]|\b(?:eur|usd|gbp|chf|brl|r\$))\s*\d[\d.,\s]*|\d[\d.,]*\s*(?:[$€£¥]|\b(?:eur|euros?|usd|gbp|chf|brl)\b)/giu;

/** Means of payment. */
const MEANS = '[\\p{L} ]{2,30}';

const PAYS = [
  // English
  '(?:(?:confirm|review) and )?(?:pay|buy|purchase|order|donate|subscribe|transfer)' +
    '(?: (?:it|this|now|today|here|securely|again|online|in full|instantly|monthly|yearly))*',
  '(?:agree and |confirm and )?(?:pay|order|subscribe) and (?:continue|finish|confirm|download|pay)',
  `(?:pay|buy|donate|subscribe|check ?out)(?: now)? (?:with|via|using) ${MEANS}`,
  `pay by ${MEANS}`,
  'pay (?:the |my |your |this )?(?:bill|invoice|order|deposit|balance|rent|fine|fee|total|amount)',
  '(?:place|complete|confirm|submit|make|finish|finali[sz]e|authori[sz]e|approve|send)' +
    '(?: (?:a|my|your|the|this))? ' +
    '(?:order|purchase|payment|donation|subscription|transfer|checkout)(?: now| and pay)?',
  '(?:start|activate|renew)(?: (?:a|my|your|the))? (?:subscription|membership)',
  'subscribe to (?:pro|plus|premium|basic|business|standard)',
  '(?:transfer|send) (?:money|funds|cash)(?: now)?',
  'buy (?:tickets?|credits?|shares?|stocks?|items?|a subscription)(?: now)?',
  // German
  '(?:jetzt |sofort |hier |direkt )?(?:kostenpflichtig |zahlungspflichtig |verbindlich )?' +
    '(?:zahlen|bezahlen|kaufen|bestellen|abonnieren|spenden|uberweisen)',
  '(?:jetzt )?(?:kostenpflichtig|zahlungspflichtig) buchen',
  `(?:jetzt )?(?:mit|per) ${MEANS} (?:be)?zahlen`,
  `(?:jetzt )?(?:be)?zahlen (?:mit|per) ${MEANS}`,
  '(?:bestellung|kauf|zahlung|uberweisung|spende|abo|abonnement) ' +
    '(?:aufgeben|abschicken|absenden|senden|bestatigen|abschliessen|ausfuhren|freigeben|starten)',
  'geld (?:senden|uberweisen|schicken)',
  'rechnung (?:be)?zahlen',
  // French
  '(?:payer|acheter|commander|regler|s abonner|transferer|faire un don|je paye|je paie|j achete|' +
    'je commande|je m abonne|je donne|abonnez vous)(?: (?:maintenant|en ligne|ici|et payer))*',
  'donner maintenant',
  `(?:payer|regler) (?:avec|par|via) ${MEANS}`,
  'payer (?:la |ma |votre |le |mon )?(?:facture|commande|panier)',
  '(?:passer|valider|confirmer|finaliser|effectuer|envoyer)' +
    '(?: (?:la|le|l|ma|mon|votre|un|une))? (?:commande|paiement|achat|virement|don|abonnement)',
  '(?:envoyer|transferer) de l argent',
  // Spanish
  '(?:pagar|comprar|donar|suscribirse|suscribirme|suscribete|transferir)' +
    '(?: (?:ahora|ahora mismo|ya|aqui|en linea))*',
  'pedir (?:ahora|ya|a domicilio)',
  `pagar (?:con|mediante) ${MEANS}`,
  'pagar (?:la |el |mi )?(?:factura|pedido|cuenta)',
  '(?:realizar|confirmar|finalizar|tramitar|completar|hacer|enviar|autorizar)' +
    '(?: (?:el|la|tu|mi|su|un|una))? ' +
    '(?:pedido|compra|pago|orden|transferencia|donacion|donativo|suscripcion)',
  '(?:enviar|transferir) dinero',
  // Italian
  '(?:paga|pagare|compra|comprare|acquista|acquistare|dona|donare|abbonati|trasferisci)' +
    '(?: (?:ora|adesso|subito|qui|online))*',
  'ordina (?:ora|adesso|subito|online|e paga)',
  `paga (?:con|tramite) ${MEANS}`,
  '(?:invia|effettua|conferma|completa|concludi|esegui|fai|autorizza)(?: (?:l|il|la|un|una))? ' +
    '(?:ordine|pagamento|bonifico|acquisto|donazione|abbonamento)',
  '(?:invia|trasferisci) denaro',
  // Portuguese
  '(?:pagar|comprar|encomendar|assinar|doar|subscrever|transferir)(?: (?:agora|ja|aqui|online))*',
  'pedir agora',
  `pagar (?:com|via) ${MEANS}`,
  '(?:finalizar|concluir|confirmar|fazer|efetuar|efectuar|realizar|enviar)' +
    '(?: (?:a|o|minha|meu|sua|seu|um|uma))? ' +
    '(?:compra|pedido|pagamento|encomenda|transferencia|doacao|assinatura)',
  '(?:enviar|transferir) dinheiro',
  // Dutch
  '(?:nu |direct |veilig )?' +
    '(?:betalen|kopen|bestellen|afrekenen|abonneren|doneren|overmaken|overboeken|overschrijven)',
  '(?:betaal|koop|bestel|doneer|abonneer(?: je)?)(?: (?:nu|direct|hier|online|veilig))*',
  `(?:betaal|betalen) (?:met|via) ${MEANS}`,
  'bestellen en betalen',
  '(?:bestelling|betaling|aankoop|donatie|overboeking) (?:plaatsen|afronden|bevestigen|voltooien)',
  'geld (?:overmaken|sturen|overschrijven)',
];

const MISSIVE =
  '(?:message|messages|reply|comment|e ?mail|mail|review|post|tweet|answer|dm|invite|invites|' +
  'invitation|invitations|request|letter|thread|story|update|status|article|feedback)';

const SENDS = [
  // English
  '(?:send|post|publish|reply|tweet|repost|retweet|share)' +
    '(?: (?:it|now|all|to all|publicly|anonymously|immediately))*',
  `(?:send|post|publish|share)(?: (?:a|an|the|my|your|this|new|direct|private|public))* ${MISSIVE}` +
    '(?: now)?',
  '(?:submit|add|leave)(?: (?:a|an|the|my|your|this|new|public))* ' +
    '(?:message|reply|comment|e ?mail|review|post|answer)(?: now)?',
  '(?:send|post|publish|comment) and (?:archive|close|save)',
  '(?:save|review|close) and (?:send|post|publish|comment)',
  'publish (?:changes|page|site|draft)',
  'schedule (?:send|post|message|tweet|e ?mail)',
  'share (?:publicly|with (?:everyone|friends|followers))',
  // German
  '(?:jetzt |direkt )?' +
    '(?:senden|versenden|verschicken|posten|veroffentlichen|antworten|allen antworten|teilen|twittern)',
  '(?:eine |die |den |meine |meinen |deine |deinen )?' +
    '(?:nachricht|e mail|mail|kommentar|antwort|bewertung|rezension|beitrag|anfrage|einladung|tweet)' +
    '(?: jetzt)? (?:senden|absenden|abschicken|versenden|verschicken|posten|veroffentlichen|' +
    'abgeben|teilen|hinzufugen)',
  // French
  '(?:envoyer|publier|repondre(?: a tous)?|partager|tweeter|retweeter)(?: maintenant)?',
  '(?:envoyer|publier|poster|soumettre|partager|laisser|deposer|ajouter)' +
    '(?: (?:le|la|l|un|une|mon|ma|votre|ce))? ' +
    '(?:message|reponse|commentaire|avis|e mail|email|mail|courriel|post|publication|tweet|' +
    'demande|invitation|article)',
  // Spanish
  '(?:enviar|publicar|postear|responder(?: a todos)?|compartir|tuitear|twittear)(?: ahora)?',
  '(?:enviar|publicar|compartir|dejar|anadir|agregar)(?: (?:el|la|un|una|tu|mi|este|su))? ' +
    '(?:mensaje|respuesta|comentario|resena|opinion|correo(?: electronico)?|email|e mail|' +
    'publicacion|tweet|solicitud|invitacion|articulo)',
  // Italian
  '(?:invia|pubblica|rispondi(?: a tutti)?|condividi|twitta)(?: (?:ora|adesso|subito))?',
  '(?:invia|pubblica|condividi|lascia|aggiungi)(?: (?:il|la|l|lo|un|una|tuo|mio))* ' +
    '(?:messaggio|risposta|commento|recensione|e mail|email|mail|post|tweet|richiesta|invito|articolo)',
  // Portuguese
  '(?:enviar|publicar|postar|responder(?: a todos)?|partilhar|compartilhar|tweetar|tuitar)' +
    '(?: agora)?',
  '(?:enviar|publicar|postar|partilhar|compartilhar|deixar|adicionar)' +
    '(?: (?:a|o|um|uma|sua|seu|minha|meu))? ' +
    '(?:mensagem|resposta|comentario|avaliacao|e mail|email|publicacao|tweet|convite|artigo)',
  // Dutch
  '(?:nu )?(?:verzenden|versturen|publiceren|plaatsen|posten|antwoorden|beantwoorden|' +
    'allen beantwoorden|delen|reageren|twitteren|tweeten)',
  '(?:verzend|verstuur|publiceer|plaats|post|deel|stuur)(?: (?:nu|een|het|je|uw|mijn))* ' +
    '(?:bericht|reactie|antwoord|e mail|mail|review|beoordeling|uitnodiging|tweet)',
  '(?:verzend|verstuur|publiceer)(?: nu)?',
  '(?:bericht|reactie|antwoord|e mail|mail|review|beoordeling|uitnodiging|tweet) ' +
    '(?:verzenden|versturen|plaatsen|sturen|publiceren|delen)',
];

const SUBMITS = [
  'submit',
  'comment',
  'absenden',
  'abschicken',
  'kommentieren',
  'soumettre',
  'valider',
  'commenter',
  'comentar',
  'commenta',
  'inviare',
  'indienen',
];

const REST = '(?: .{1,60})?';

const DOWNLOADS = [
  `download(?! (?:history|speed|page|cent|manager|folder|settings|options|help|statistic))${REST}`,
  `(?:.{1,60} )?(?:herunterladen|downloaden)`,
  `telecharger${REST}`,
  `descargar${REST}`,
  `scarica${REST}`,
  `baixar${REST}`,
];

const WHOSE = '(?:(?:your|the|my|credit|debit|bank|payment|credit or debit|ihre|votre|su|tu) )*';

const CARDS = [
  `${WHOSE}card (?:number|no|details)(?: required)?`,
  `${WHOSE}(?:credit|debit) card`,
  '(?:card )?(?:cvc|cvv|cvc2|cvv2|csc)(?: (?:code|number))?',
  '(?:cvc|cvv) (?:cvc|cvv)',
  'card (?:security|verification) (?:code|number)|security code',
  `${WHOSE}iban(?: number| nummer)?`,
  `${WHOSE}(?:bank )?account number`,
  '(?:kredit)?karten ?nummer|kreditkarte|prufziffer|prufnummer|kartenprufnummer|kontonummer',
  '(?:le )?(?:numero|n) de (?:la |votre |ma )?carte(?: bancaire| de credit)?|cryptogramme(?: visuel)?',
  '(?:el )?(?:numero|n) de (?:la |su |tu )?tarjeta(?: de (?:credito|debito))?|codigo de seguridad',
  '(?:numero|n) (?:della |di )?carta(?: di credito)?|codice di sicurezza',
  '(?:numero|n) do cartao(?: de (?:credito|debito))?|codigo de seguranca',
  'kaartnummer|creditcardnummer|rekeningnummer|beveiligingscode',
];

const COMPOSERS = [
  'message|messages|msg|reply|replies|comment|comments|chat|post|tweet|e ?mail body|review',
  'what s happening|what s on your mind',
  'nachricht|antwort|antworten|kommentar|kommentieren|beitrag|bewertung',
  'repondre|reponse|commentaire|commenter|avis|publication',
  'mensaje|responder|respuesta|comentario|comentar|resena|publicacion',
  'messaggio|rispondi|risposta|commento|commenta|recensione',
  'mensagem|resposta|avaliacao|publicacao',
  'bericht|reactie|reageren|reageer|antwoord|opmerking|beoordeling',
];

const ONE_TIME_CODES = [
  'one time (?:code|password|passcode|pin)',
  '(?:verification|authentication|authenticator|security|confirmation|login|sign in|sms) code',
  '(?:two|2) factor code',
  '(?:6|six) digit code',
  'otp|2fa|mfa code',
  '(?:bestatigungs|sicherheits|einmal)code|einmalpasswort|einmalkennwort',
  'code de (?:verification|securite|confirmation)|code a usage unique',
  'codigo de (?:verificacion|seguridad|verificacao|seguranca)',
  'codice di (?:verifica|sicurezza)',
  'verificatiecode|beveiligingscode',
];
