using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Net.Http.Headers;

namespace Pedido
{
    /// <summary>The head of an answer.</summary>
    public sealed class Answer
    {
        internal Answer(int status, Headers headers, string requestId, int attempts)
        {
            Status = status;
            Headers = headers;
            RequestId = requestId;
            Attempts = attempts;
        }

        /// <summary>The status of HTTP.</summary>
        public int Status { get; }

        /// <summary>The headers.</summary>
        public Headers Headers { get; }

        /// <summary>Finds the request in the service's log.</summary>
        public string RequestId { get; }

        /// <summary>How often the request was sent.</summary>
        public int Attempts { get; }
    }

    /// <summary>The headers of an answer by their names, in capitals or not.</summary>
    public sealed class Headers
    {
        private readonly Dictionary<string, string> values =
            new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);

        internal Headers(HttpResponseMessage response)
        {
            Add(response.Headers);
            if (response.Content != null)
            {
                Add(response.Content.Headers);
            }
        }

        /// <summary>A header; null where the answer has none of this name.</summary>
        public string this[string name] => values.TryGetValue(name, out var value) ? value : null;

        private void Add(HttpHeaders headers)
        {
            foreach (var header in headers)
            {
                values[header.Key] = string.Join(", ", header.Value);
            }
        }
    }
}
