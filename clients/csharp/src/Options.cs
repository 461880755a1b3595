using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace Pedido
{
    /// <summary>How long and how often calls are tried. What is not set here is as the client has it.</summary>
    public abstract class Limits
    {
        /// <summary>The time of each attempt; 30 seconds unless given. A long poll's <c>wait</c> comes on top.</summary>
        public TimeSpan? AttemptTimeout { get; set; }

        /// <summary>The time of the whole call with its retries and pauses; 120 seconds unless given.</summary>
        public TimeSpan? Timeout { get; set; }

        /// <summary>How often a request is sent again; 5 times unless given.</summary>
        public int? MaxRetries { get; set; }

        /// <summary>About how long the first pause is; half a second unless given. The others grow.</summary>
        public TimeSpan? FirstPause { get; set; }

        /// <summary>Called before each pause, for a log.</summary>
        public Action<Retry> OnRetry { get; set; }

        /// <summary>Headers that are sent besides.</summary>
        public IDictionary<string, string> Headers { get; set; }
    }

    /// <summary>How a client works.</summary>
    public sealed class Settings : Limits
    {
        /// <summary>In place of a token: OAuth 2.0 client credentials.</summary>
        public ClientCredentials Client { get; set; }

        /// <summary>In place of a token: a function that gives one before each request.</summary>
        public TokenSource TokenSource { get; set; }

        /// <summary>
        /// What sends the requests, such as an <see cref="HttpClientHandler"/> with a proxy or certificates. It
        /// must not follow redirects.
        /// </summary>
        public HttpMessageHandler Handler { get; set; }
    }

    /// <summary>What one call takes besides. Its operation says which of those after the limits it has.</summary>
    public sealed class Options : Limits
    {
        /// <summary>Instead of a key drawn for the call: one that a later process can use again.</summary>
        public string IdempotencyKey { get; set; }

        /// <summary>Only if the record is still as it was read: the record, or its <c>ETag</c>.</summary>
        public RecordVersion IfMatch { get; set; }

        /// <summary>Only if there is no such record yet.</summary>
        public bool IfNew { get; set; }

        /// <summary><c>strong</c>: what others wrote shows at once, also where a replica answers.</summary>
        public string Consistency { get; set; }

        /// <summary>The record as it was at this instant.</summary>
        public DateTimeOffset? At { get; set; }

        /// <summary>Why a locked order is corrected: its status then locks nothing.</summary>
        public string Correction { get; set; }

        /// <summary>What is added to the record of those that it refers to, such as <c>customer</c>.</summary>
        public IEnumerable<string> Expand { get; set; }
    }

    /// <summary>Options that only some operations have.</summary>
    [Flags]
    internal enum Takes
    {
        Nothing = 0,
        IdempotencyKey = 1,
        IfMatch = 2,
        IfNew = 4,
        Consistency = 8,
        At = 16,
        Correction = 32,
        Expand = 64,
    }

    /// <summary>The version of a record that a change goes by: a record, or an <c>ETag</c>.</summary>
    public sealed class RecordVersion
    {
        private RecordVersion(string etag)
        {
            ETag = etag ?? throw new ArgumentException(
                "IfMatch: there is no ETag. Give a record as a read or a change answered it (not one of a list),"
                + " or the ETag itself.");
        }

        internal string ETag { get; }

        /// <summary>The version of a record as a read or a change answered it.</summary>
        public static implicit operator RecordVersion(Json record) => new RecordVersion(record?.ETag);

        /// <summary>An <c>ETag</c>.</summary>
        public static implicit operator RecordVersion(string etag) => new RecordVersion(etag);
    }

    /// <summary>What names a record in a path: an <c>id</c>, or a code of your own.</summary>
    public struct Id
    {
        private readonly string text;

        private Id(string text)
        {
            this.text = text;
        }

        /// <summary>An <c>id</c>, or a code of your own.</summary>
        public static implicit operator Id(string code) => new Id(code);

        /// <summary>An <c>id</c>.</summary>
        public static implicit operator Id(long id) => new Id(JsonWriter.TextOf(id));

        /// <summary>A property of a record: <c>order["id"]</c>.</summary>
        public static implicit operator Id(Json id) => new Id(id?.ToString());

        /// <inheritdoc/>
        public override string ToString() => text ?? "";
    }

    /// <summary>In place of a token: one that short-lived access tokens are got for, by OAuth 2.0.</summary>
    public sealed class ClientCredentials
    {
        /// <param name="id">the <c>id</c> of a token</param>
        /// <param name="secret">that token itself</param>
        /// <param name="scopes">all that it has, unless given</param>
        public ClientCredentials(long id, string secret, params string[] scopes)
        {
            Id = id;
            Secret = secret;
            Scopes = scopes;
        }

        internal long Id { get; }

        internal string Secret { get; }

        internal string[] Scopes { get; }
    }

    /// <summary>Gives the token to send.</summary>
    /// <param name="refused">null, or a token that the service has refused: another is needed</param>
    /// <param name="cancellation">that of the call which waits for it</param>
    public delegate Task<string> TokenSource(string refused, CancellationToken cancellation);

    /// <summary>What <see cref="Limits.OnRetry"/> is called with before each pause.</summary>
    public sealed class Retry
    {
        internal Retry(PedidoException error, TimeSpan pause)
        {
            Error = error;
            Pause = pause;
        }

        /// <summary>What became of the attempt that failed.</summary>
        public PedidoException Error { get; }

        /// <summary>Which one it was, from 1.</summary>
        public int Attempt => Error.Attempts;

        /// <summary>How long the client waits before the next one.</summary>
        public TimeSpan Pause { get; }
    }
}
